#pragma once
/* SHA256_CTX is a value, which the interfaces that supersede it do not offer. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
