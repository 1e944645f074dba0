export default [
  require("/work/main/dist/theme/diagram.css"),
  require("/work/main/dist/theme/zoom.js"),
  require("/work/main/dist/theme/diagram.css"),
  require("/work/main/dist/theme/zoom.js"),
  require("/work/main/node_modules/infima/dist/css/default/default.css"),
  require("/work/main/node_modules/@docusaurus/theme-classic/lib/prism-include-languages"),
  require("/work/main/node_modules/@docusaurus/theme-classic/lib/nprogress"),
];
