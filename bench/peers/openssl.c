//go:build ignore

/* OpenSSL's Whirlpool and ChaCha20 behind a pipe, as cryptopp.cpp has Kalyna. One command
 * a line, one answer a line; any error ends the program with a message and status 1.
 *
 *   version
 *       the version of OpenSSL
 *   answer whirlpool
 *       the digest of "abc", in hexadecimal
 *   answer chacha20
 *       64 bytes of keystream under zero key, nonce and counter, in hexadecimal
 *   time whirlpool SIZE WINDOW
 *       the mean time of one digest over SIZE bytes in nanoseconds, over about WINDOW
 *       milliseconds
 *   time chacha20 SIZE WINDOW
 *       the same for encrypting SIZE bytes under a key that is set up
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <openssl/evp.h>
#include <openssl/provider.h>

static void fail(const char *what) {
    fprintf(stderr, "openssl: %s\n", what);
    exit(1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static void print_hex(const unsigned char *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        printf("%02x", b[i]);
    printf("\n");
}

static EVP_MD *whirlpool;
static EVP_MD_CTX *hash;
static EVP_CIPHER_CTX *cipher;

static void digest(const unsigned char *data, size_t size, unsigned char out[64]) {
    if (!EVP_DigestInit_ex2(hash, whirlpool, NULL) || !EVP_DigestUpdate(hash, data, size) ||
        !EVP_DigestFinal_ex(hash, out, NULL))
        fail("whirlpool");
}

static void key(void) {
    const unsigned char zero[32] = {0};
    if (!EVP_EncryptInit_ex2(cipher, EVP_chacha20(), zero, zero, NULL))
        fail("chacha20");
}

static void encrypt(unsigned char *data, size_t size) {
    int n;
    if (!EVP_EncryptUpdate(cipher, data, &n, data, (int)size))
        fail("chacha20");
}

static void measure(const char *name, size_t size, double window) {
    const int is_hash = !strcmp(name, "whirlpool");
    unsigned char out[64], *data = calloc(1, size + 1);
    if (!data)
        fail("no memory");
    const int batch = 1 + (int)((64 << 10) / (size + 1));
    long n = 0;
    key();
    const double start = now();
    double end = start;
    while (end - start < window) {
        for (int i = 0; i < batch; i++) {
            if (is_hash)
                digest(data, size, out);
            else
                encrypt(data, size);
        }
        n += batch;
        end = now();
    }
    free(data);
    printf("%.9g\n", (end - start) / n);
}

int main(void) {
    char line[256], name[32];
    size_t size;
    double window;
    if (!OSSL_PROVIDER_load(NULL, "legacy") || !OSSL_PROVIDER_load(NULL, "default") ||
        !(whirlpool = EVP_MD_fetch(NULL, "whirlpool", NULL)) || !(hash = EVP_MD_CTX_new()) ||
        !(cipher = EVP_CIPHER_CTX_new()))
        fail("no Whirlpool: is the legacy provider installed?");
    while (fgets(line, sizeof line, stdin)) {
        unsigned char out[64] = {0};
        if (!strcmp(line, "version\n")) {
            printf("%s\n", OpenSSL_version(OPENSSL_VERSION_STRING));
        } else if (!strcmp(line, "answer whirlpool\n")) {
            digest((const unsigned char *)"abc", 3, out);
            print_hex(out, sizeof out);
        } else if (!strcmp(line, "answer chacha20\n")) {
            key();
            encrypt(out, sizeof out);
            print_hex(out, sizeof out);
        } else if (sscanf(line, "time %31s %zu %lf", name, &size, &window) == 3 &&
                   (!strcmp(name, "whirlpool") || !strcmp(name, "chacha20"))) {
            measure(name, size, window * 1e6);
        } else {
            fail("unknown command");
        }
        fflush(stdout);
    }
    return 0;
}
