import { objectOf, type Part, unsure } from './part.js';

type Field = { name: string; part: Part; isOptional: boolean };

/**
 * An object that has its schema's fields, all in their order, and no other. Keeping to the order lets all that were read
 * have one shape in memory.
 */
export function objectPart(fields: readonly Field[]): Part {
  const count = fields.length;
  const names = fields.map(({ name }) => name);
  const reads = fields.map(({ part }) => part.read);
  const writes = fields.map(({ part }) => part.write);
  const areOptional = fields.map(({ isOptional }) => isOptional);
  const labels = names.map((name) => `${JSON.stringify(name)}:`);

  return {
    read(value) {
      const object = objectOf(value);
      let at = 0;
      for (const name in object) {
        while (name !== names[at]) if (!areOptional[at++]) unsure();
        const before = object[name];
        const after = reads[at++]!(before);
        if (after !== before) object[name] = after;
      }
      while (at < count) if (!areOptional[at++]) unsure();
      return object;
    },
    write(value) {
      const object = objectOf(value);
      let text = '';
      for (let at = 0; at < count; at++) {
        const field = object[names[at]!];
        if (field === undefined && areOptional[at]) continue;
        text += (text === '' ? '{' : ',') + labels[at] + writes[at]!(field);
      }
      return text === '' ? '{}' : `${text}}`;
    },
  };
}
