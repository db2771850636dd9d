/** Descriptions of fields about records that were computed again, because their mapping has changed. */
export const remappedCount = 'How many of the updated records have changed only because their mapping has changed.';
export const remappedRecord =
  'True if the record was only computed again because its mapping has changed. Nothing has changed at the platform.';
