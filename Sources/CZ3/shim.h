#pragma once
#include <z3.h>

/* Z3's default error handler prints and calls exit(1). With a handler that does nothing,
   an error is read with Z3_get_error_code after the call. */
static inline void cz3_ignore_error(Z3_context context, Z3_error_code code) {
  (void)context;
  (void)code;
}

static inline void cz3_install_quiet_handler(Z3_context context) {
  Z3_set_error_handler(context, cz3_ignore_error);
}
