export const conformanceCases: readonly { id: string; covers: readonly string[] }[] = [];
