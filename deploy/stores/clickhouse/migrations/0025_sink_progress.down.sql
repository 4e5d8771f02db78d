-- Without it the sink takes its tables for empty and refuses offsets committed before.
DROP TABLE sink_progress;
