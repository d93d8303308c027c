// Condition of the index and of its query: SQLite uses a partial index only where both have the same text.
export const pauseRecords = `type IN ('folder-paused','folder-resumed')`;
