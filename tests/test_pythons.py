"""What one version of Python takes otherwise than the others is not written."""

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "cwsdiag"
DRAWN_IN = (ast.ListComp, ast.SetComp, ast.DictComp)


def drawn_names(comprehension: ast.AST) -> set[str]:
    targets = (one.target for one in comprehension.generators)
    return {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}


def hidden_names(tree: ast.Module) -> Iterator[str]:
    """Yield what a function takes from its module by a name that a comprehension of the same function has, too."""
    of_module = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        comprehensions = [node for node in ast.walk(function) if isinstance(node, DRAWN_IN)]
        for name in of_module & {name for one in comprehensions for name in drawn_names(one)}:
            inside = {id(node) for one in comprehensions if name in drawn_names(one) for node in ast.walk(one)}
            uses = (node for node in ast.walk(function) if isinstance(node, ast.Name) and id(node) not in inside)
            yield from (f"{name}, line {node.lineno}" for node in uses if node.id == name)


def test_no_comprehension_hides_what_its_function_calls() -> None:
    # Python 3.12.1 then takes the name for one of the function, and raises UnboundLocalError.
    sick = "def f(): pass\ndef g(x):\n    a = [f for f in x]\n    return {y: f(y) for y in x}\n"
    assert list(hidden_names(ast.parse(sick))) == ["f, line 4"]
    found = {
        str(path.relative_to(PACKAGE)): hidden
        for path in PACKAGE.rglob("*.py")
        if (hidden := list(hidden_names(ast.parse(path.read_text("utf-8")))))
    }
    assert found == {}
