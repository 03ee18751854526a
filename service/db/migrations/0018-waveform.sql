-- How loud a recording is from end to end, as it is drawn; written whenever its sound is decoded.
CREATE TABLE waveforms (
  content_id text PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
  seconds_per_peak double precision NOT NULL,
  -- One list of 0 to 100 for each channel.
  peaks jsonb NOT NULL,
  -- Stretches in which nothing sounds: [{start, end}].
  quiet jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
