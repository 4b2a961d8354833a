// Queries of the in-process engine, password hashes and file reads share libuv's threads, and the default of
// four is too few. This file must be the first import of a process that opens the stores, because the pool is
// sized at its first use.
process.env['UV_THREADPOOL_SIZE'] ??= '16';
