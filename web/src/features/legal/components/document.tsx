import type { ReactNode } from 'react';
import './document.css';

export type Section = { title: string; body: ReactNode };

type DocumentProps = {
  title: string;
  version: string;
  /** "Last updated October 23, 2025" */
  dated: string;
  intro: ReactNode;
  sections: readonly Section[];
};

/** A text in numbered sections, with a list of them that leads to each. */
export function Document({ title, version, dated, intro, sections }: DocumentProps) {
  return (
    <article className="document">
      <header className="document-head">
        <h1>{title}</h1>
        <p>
          Version {version} · {dated}
        </p>
        <div className="document-text mt-4">{intro}</div>
      </header>
      <nav aria-label="Contents" className="document-contents">
        <ol>
          {sections.map((section, index) => (
            <li key={section.title}>
              <a href={`#${anchorOf(index)}`}>
                <span>{index + 1}.</span> {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="document-text">
        {sections.map((section, index) => (
          <section key={section.title} id={anchorOf(index)} aria-labelledby={`${anchorOf(index)}-title`}>
            <h2 id={`${anchorOf(index)}-title`}>
              {index + 1}. {section.title}
            </h2>
            {section.body}
          </section>
        ))}
      </div>
    </article>
  );
}

const anchorOf = (index: number): string => `section-${index + 1}`;

/** Figures by name: the first cell of a row is its head. */
export function Table({
  label,
  head,
  rows,
}: {
  /** What it is a table of. */
  label: string;
  head: readonly string[];
  rows: readonly (readonly [string, ...ReactNode[]])[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone is scrolled by keys too
    <section className="document-table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {head.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
