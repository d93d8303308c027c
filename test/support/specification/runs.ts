// One seed for all generated tests, printed, so that any run can be had again:
// TILLBRIDGE_PROPERTY_SEED=7 npm run test:unit -- properties. TILLBRIDGE_PROPERTY_RUNS=10 makes ten times as many.

export const seed = Number(process.env['TILLBRIDGE_PROPERTY_SEED'] ?? 20_260_131);
export const factor = Number(process.env['TILLBRIDGE_PROPERTY_RUNS'] ?? 1);

/** How often each of several generated tests has to run, so that together they run at least `total` times. */
export const runsOf = (total: number, tests: number): number => Math.ceil((total * factor) / tests);
