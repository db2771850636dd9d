-- The sweep clears what is left of consumers that take nothing more; there are few of them.
create index consumer_disabled on consumer (lane) where not is_enabled;
