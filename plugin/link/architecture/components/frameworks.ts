/** Frameworks whose applications are one program of pages and server code, by the package that a manifest depends on. First match counts. */
export const WHOLE_APPLICATIONS: { packages: RegExp; name: string; serves: boolean }[] = [
  { packages: /^next$/, name: 'Next.js', serves: true },
  { packages: /^nuxt3?$/, name: 'Nuxt', serves: true },
  { packages: /^@(?:remix-run\/(?:node|react|cloudflare|serve)|react-router\/(?:node|dev|serve))$/, name: 'React Router', serves: true },
  { packages: /^@sveltejs\/kit$/, name: 'SvelteKit', serves: true },
  { packages: /^astro$/, name: 'Astro', serves: true },
  { packages: /^@solidjs\/start$|^solid-start$/, name: 'SolidStart', serves: true },
  { packages: /^@builder\.io\/qwik-city$|^@qwik\.dev\/router$/, name: 'Qwik City', serves: true },
  { packages: /^@tanstack\/(?:react-)?start$/, name: 'TanStack Start', serves: true },
  { packages: /^@analogjs\/platform$/, name: 'Analog', serves: true },
  { packages: /^@redwoodjs\/core$/, name: 'RedwoodJS', serves: true },
  { packages: /^blitz$/, name: 'Blitz', serves: true },
  { packages: /^meteor-node-stubs$/, name: 'Meteor', serves: true },
  { packages: /^gatsby$/, name: 'Gatsby', serves: false },
  { packages: /^@docusaurus\/core$/, name: 'Docusaurus', serves: false },
  { packages: /^vitepress$/, name: 'VitePress', serves: false },
  { packages: /^vuepress$/, name: 'VuePress', serves: false },
  { packages: /^@11ty\/eleventy$/, name: 'Eleventy', serves: false },
  { packages: /^expo$/, name: 'Expo', serves: false },
]

/** Frameworks by which doors are functions that a platform starts. */
export const FUNCTION_FRAMEWORK =
  /aws-lambda|lambda|netlify|azure-functions|@azure\/functions|functions-framework|firebase-functions|serverless|cloudflare-workers/i
