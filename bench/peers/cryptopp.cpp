//go:build ignore

// Crypto++'s Kalyna behind a pipe. One command a line on standard input, one answer a
// line on standard output; any error ends the program with a message and status 1.
//
//   version
//       the version of Crypto++
//   block VARIANT DIRECTION KEY BLOCK
//       one block under the key, all in hexadecimal
//   time VARIANT DIRECTION SHAPE SIZE WINDOW
//       the mean time of one operation in nanoseconds, over about WINDOW milliseconds.
//       SHAPE says what an operation is:
//         blocks  SIZE bytes through ECB_Mode::ProcessData, from one buffer to another
//         chain   one block through ProcessBlock, in place, its input the output before
//         key     SetKey on one object, each time with another key
//         object  an object made on the heap under another key each time, and deleted
//         first   the same as object, with one block through ProcessBlock between
//   accumulate VARIANT DIRECTION COUNT
//       SHA-256, in hexadecimal, over the concatenated results of COUNT single blocks.
//       Key and block of each come one after the other from one stream, which is
//       SHA256(label "0") || SHA256(label "1") || SHA256(label "2") || ... with the counter
//       in decimal ASCII and the label "zvirka accumulated VARIANT ": the first key is the
//       first bytes of the stream, the first block those after it, then the second key.
//       Both directions process the same blocks.
//
// VARIANT is kalyna-128-128, -128-256, -256-256, -256-512 or -512-512 (bits of block and
// key); DIRECTION is encrypt or decrypt.

#include <chrono>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <cryptopp/config.h>
#include <cryptopp/hex.h>
#include <cryptopp/kalyna.h>
#include <cryptopp/modes.h>
#include <cryptopp/sha.h>

namespace {

using CryptoPP::byte;
using Bytes = std::vector<byte>;

std::string hex(const Bytes &b) {
    std::string s;
    CryptoPP::StringSource(b.data(), b.size(), true,
        new CryptoPP::HexEncoder(new CryptoPP::StringSink(s), false));
    return s;
}

Bytes unhex(const std::string &s, size_t size) {
    std::string b;
    CryptoPP::StringSource(s, true, new CryptoPP::HexDecoder(new CryptoPP::StringSink(b)));
    if (b.size() != size)
        throw std::runtime_error("wrong length: " + s);
    return Bytes(b.begin(), b.end());
}

// mean runs op in batches until the window is over and returns nanoseconds per op.
template <class Op> double mean(int window, int batch, Op op) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const auto end = start + std::chrono::milliseconds(window);
    auto now = start;
    long n = 0;
    while (now < end) {
        for (int i = 0; i < batch; i++)
            op();
        n += batch;
        now = Clock::now();
    }
    return std::chrono::duration<double, std::nano>(now - start).count() / double(n);
}

class Stream {
    const std::string label;
    unsigned long counter = 0;
    Bytes rest;

public:
    explicit Stream(const std::string &label) : label(label) {}

    Bytes next(size_t n) {
        while (rest.size() < n) {
            const std::string input = label + std::to_string(counter++);
            byte digest[CryptoPP::SHA256::DIGESTSIZE];
            CryptoPP::SHA256().CalculateDigest(
                digest, reinterpret_cast<const byte *>(input.data()), input.size());
            rest.insert(rest.end(), digest, digest + sizeof digest);
        }
        const Bytes out(rest.begin(), rest.begin() + n);
        rest.erase(rest.begin(), rest.begin() + n);
        return out;
    }
};

// Direction is Kalyna<n>::Encryption or Kalyna<n>::Decryption, Mode the same of ECB.
template <class Direction, class Mode>
std::string answer(const std::string &verb, const std::string &variant, size_t keySize,
                   std::istream &args) {
    const size_t blockSize = Direction::BLOCKSIZE;
    std::ostringstream out;
    if (verb == "block") {
        std::string key, block;
        args >> key >> block;
        const Bytes k = unhex(key, keySize);
        Bytes b = unhex(block, blockSize);
        Direction c;
        c.SetKey(k.data(), k.size());
        c.ProcessBlock(b.data());
        out << hex(b);
    } else if (verb == "time") {
        std::string shape;
        size_t size = 0;
        int window = 0;
        if (!(args >> shape >> size >> window))
            throw std::runtime_error("time: SHAPE SIZE WINDOW expected");
        Bytes key(keySize, 0x5a);
        out << std::setprecision(9);
        if (shape == "blocks") {
            Bytes src(size, 0xa5), dst(size);
            Mode m;
            m.SetKey(key.data(), key.size());
            const int batch = 1 + int((64 << 10) / (size + 1));
            out << mean(window, batch, [&] { m.ProcessData(dst.data(), src.data(), size); });
        } else if (shape == "chain") {
            Bytes b(blockSize);
            Direction c;
            c.SetKey(key.data(), key.size());
            out << mean(window, 256, [&] { c.ProcessBlock(b.data()); });
        } else if (shape == "key") {
            Direction c;
            out << mean(window, 256, [&] {
                key[0]++;
                c.SetKey(key.data(), key.size());
            });
        } else if (shape == "object") {
            std::unique_ptr<Direction> c;
            out << mean(window, 256, [&] {
                key[0]++;
                c = std::make_unique<Direction>(key.data(), key.size());
            });
        } else if (shape == "first") {
            Bytes b(blockSize);
            std::unique_ptr<Direction> c;
            out << mean(window, 256, [&] {
                key[0]++;
                c = std::make_unique<Direction>(key.data(), key.size());
                c->ProcessBlock(b.data());
            });
        } else {
            throw std::runtime_error("unknown shape " + shape);
        }
    } else if (verb == "accumulate") {
        int count = 0;
        if (!(args >> count))
            throw std::runtime_error("accumulate: COUNT expected");
        Stream stream("zvirka accumulated " + variant + " ");
        CryptoPP::SHA256 sum;
        Direction c;
        for (int i = 0; i < count; i++) {
            const Bytes key = stream.next(keySize);
            Bytes block = stream.next(blockSize);
            c.SetKey(key.data(), key.size());
            c.ProcessBlock(block.data());
            sum.Update(block.data(), block.size());
        }
        Bytes digest(sum.DigestSize());
        sum.Final(digest.data());
        out << hex(digest);
    } else {
        throw std::runtime_error("unknown command " + verb);
    }
    return out.str();
}

template <class Kalyna>
std::string answer(const std::string &verb, const std::string &variant, size_t keySize,
                   const std::string &direction, std::istream &args) {
    using ECB = CryptoPP::ECB_Mode<Kalyna>;
    if (direction == "encrypt")
        return answer<typename Kalyna::Encryption, typename ECB::Encryption>(
            verb, variant, keySize, args);
    if (direction == "decrypt")
        return answer<typename Kalyna::Decryption, typename ECB::Decryption>(
            verb, variant, keySize, args);
    throw std::runtime_error("unknown direction " + direction);
}

std::string answer(const std::string &line) {
    std::istringstream args(line);
    std::string verb, variant, direction;
    args >> verb >> variant >> direction;
    if (verb == "version")
        return std::to_string(CRYPTOPP_VERSION / 100) + "." + std::to_string(CRYPTOPP_VERSION / 10 % 10);
    if (variant == "kalyna-128-128")
        return answer<CryptoPP::Kalyna128>(verb, variant, 16, direction, args);
    if (variant == "kalyna-128-256")
        return answer<CryptoPP::Kalyna128>(verb, variant, 32, direction, args);
    if (variant == "kalyna-256-256")
        return answer<CryptoPP::Kalyna256>(verb, variant, 32, direction, args);
    if (variant == "kalyna-256-512")
        return answer<CryptoPP::Kalyna256>(verb, variant, 64, direction, args);
    if (variant == "kalyna-512-512")
        return answer<CryptoPP::Kalyna512>(verb, variant, 64, direction, args);
    throw std::runtime_error("unknown variant " + variant);
}

} // namespace

int main() {
    try {
        for (std::string line; std::getline(std::cin, line);)
            std::cout << answer(line) << std::endl;
    } catch (const std::exception &e) {
        std::cerr << "cryptopp: " << e.what() << std::endl;
        return 1;
    }
}
