// The condition of the index and of the question that it answers, in the same words.
export const pauseRecords = `type IN ('folder-paused','folder-resumed')`;
