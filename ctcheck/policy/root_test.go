package policy

// root is the module's folder.
const root = "../.."
