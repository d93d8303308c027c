// Reads a text in OpenMetrics, strictly: a line that is neither a comment nor a sample is an error.

export interface Samples {
  /** Of the sample with just these labels; null where there is none. */
  value(name: string, labels: { readonly [label: string]: string }): number | null;
  /** Of all that is described, also where there is no sample now. */
  readonly names: ReadonlySet<string>;
}

const sample = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g;

export function metricsOf(text: string): Samples {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const samples = lines.map((line) => {
    const [, name = '', labels = '', value = ''] = sample.exec(line) ?? [];
    if (name === '' || Number.isNaN(Number(value.replace('Nan', '0').replace('+Inf', 'Infinity')))) {
      throw new Error(`no sample: ${line}`);
    }
    return { name, labels: keyOf([...labels.matchAll(label)].map(([, key = '', said = '']) => [key, said])), value };
  });
  return {
    names: new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type = '']) => namesOf(name, type)),
    ),
    value(name, labels) {
      const key = keyOf(Object.entries(labels));
      const found = samples.find((each) => each.name === name && each.labels === key);
      return found === undefined ? null : Number(found.value);
    },
  };
}

/** Names of the product's metrics in a text of any kind. */
export function metricNames(text: string): string[] {
  return [...new Set(text.match(/\btillbridge_[a-z_]+/g))];
}

function namesOf(name: string, type: string): string[] {
  if (type === 'counter') return [`${name}_total`];
  if (type === 'histogram') return [name, ...['bucket', 'count', 'sum'].map((part) => `${name}_${part}`)];
  return [name];
}

function keyOf(labels: readonly (readonly [string, string])[]): string {
  return JSON.stringify(
    Object.entries(Object.fromEntries(labels)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
