import Link from '@docusaurus/Link'
import Layout from '@theme/Layout'
import type { ReactNode } from 'react'
import styles from './index.module.css'

export default function Home(): ReactNode {
  return (
    <Layout description="A Docusaurus plugin that reads a codebase at build time and publishes a documentation section whose claims cite file and line.">
      <main className={styles.page}>
        <section className={styles.hero}>
          <Plumbline />
          <div>
            <h1>Documentation that hangs straight.</h1>
            <p className={styles.lead}>
              Plumbline is a Docusaurus plugin. While your site is built it reads your TypeScript or JavaScript code, without running any of it, and
              publishes a section that says what is there: which entry points the application has, what guards them, what it is made of. Every claim
              cites the line it was read from.
            </p>
            <p className={styles.actions}>
              <Link className="button button--primary button--lg" to="/docs/getting-started">
                Get started
              </Link>
              <Link className="button button--secondary button--lg" to="/sample-shop">
                See a report
              </Link>
            </p>
          </div>
        </section>

        <section className={styles.parts}>
          <Part title="It follows the code">
            The section is made anew by every build, and while you edit under <code>docusaurus start</code>. What was found keeps its number from
            build to build; what is gone is closed.
          </Part>
          <Part title="It says what it does not know">
            “Nothing found”, “not looked at” and “could not tell” are different answers here. Files that could not be read and imports that could not
            be followed have a <Link to="/this-repository/not-analysed">page of their own</Link>.
          </Part>
          <Part title="It is read, not believed">
            This site carries the report on <Link to="/this-repository">its own repository</Link> and on a <Link to="/sample-shop">small shop</Link>{' '}
            with faults put there on purpose. Follow any line number and judge for yourself.
          </Part>
        </section>
      </main>
    </Layout>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  )
}

/** A cord as long as the text beside it, and its weight. */
function Plumbline() {
  return (
    <svg className={styles.line} width="40" aria-hidden="true" fill="currentColor">
      <rect x="4" y="0" width="32" height="4" rx="2" />
      <rect x="19" y="0" width="2" height="100%" style={{ height: 'calc(100% - 3.5rem)' }} />
      <svg x="8" y="100%" width="24" height="60" overflow="visible" aria-hidden="true">
        <path d="M0 -58h24l-2 12-10 44-10-44z" />
      </svg>
    </svg>
  )
}
