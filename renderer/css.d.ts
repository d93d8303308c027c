// Style modules: class names by the name that the module gives them.
declare module '*.module.css' {
  const classes: { readonly [name: string]: string };
  export default classes;
}
