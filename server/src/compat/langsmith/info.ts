// The answer that tells LangSmith's clients how to send: which endpoint, how large, how compressed.

/** The read interface of its clients warns if the version is lower. */
const LANGSMITH_VERSION = '0.17.12';

/**
 * A batch stays well below the limit of a body, because clients estimate its size. One larger run is sent
 * alone.
 */
const BATCH_BYTES = 4 * 1_048_576;

export const serverInfo = (version: string) => ({
  version: LANGSMITH_VERSION,
  license_expiration_time: null,
  // LangSmith for Python needs every number.
  batch_ingest_config: {
    // Feedback and the parts of a large run are sent only as multipart.
    use_multipart_endpoint: true,
    size_limit: 100,
    size_limit_bytes: BATCH_BYTES,
    scale_up_qsize_trigger: 1_000,
    scale_up_nthreads_limit: 4,
    scale_down_nempty_trigger: 4,
  },
  instance_flags: {
    zstd_compression_enabled: true,
    gzip_body_enabled: true,
    dataset_examples_multipart_enabled: false,
  },
  server: `tracewell/${version}`,
});
