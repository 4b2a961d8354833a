// Queries of the in-process engine, password hashes and file reads share libuv's threads; four of them are too few.
// Must be the first import of a process that opens the stores: the pool is sized at its first use.
process.env['UV_THREADPOOL_SIZE'] ??= '16';
