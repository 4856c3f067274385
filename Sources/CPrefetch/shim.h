#pragma once

/* Asks for memory that will be read and written soon. A hint: any address will do. */
static inline void prefetch_memory(const void *address) { __builtin_prefetch(address, 1, 3); }
