-- For the sweep that cancels pending deliveries of disabled consumers; there are few of them.
create index consumer_disabled on consumer (lane) where not is_enabled;
