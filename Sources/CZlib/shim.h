#pragma once
#include <zlib.h>

/* inflateInit2 is a macro, which Swift does not see. 31: a window of up to 32 KiB, in gzip's
   format, with its checksum. */
static inline int czlib_begin_gzip(z_stream *stream) { return inflateInit2(stream, 31); }
