"""Where a module can be changed by rule, and the module with a switch at such places.

A place is an operator, a constant, a condition or a call for its effect alone. Its change is always the same: a
comparison loses or gains equality, a sum becomes a difference, a number becomes the next one, a condition is turned
round, a call is left out. `switched` writes a module in which every chosen place asks `on(number)` whether it is wrong
in this run, so that one copy of the package serves for all mutants.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,  # codespell:ignore
    ast.NotIn: ast.In,  # codespell:ignore
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Place:
    file: str  # within src
    number: int  # which of the file's places
    line: int
    before: str
    after: str


class _Walk(ast.NodeTransformer):
    """Visit a module in order; count its places, and put a switch at those of ``chosen`` (a place -> a mutant)."""

    def __init__(self, file: str, chosen: dict[int, int], mark: int | None = None) -> None:
        self.file, self.chosen, self.mark = file, chosen, mark
        self.places: list[Place] = []

    def _meet(self, node: ast.expr | ast.stmt, changed: ast.expr | ast.stmt) -> int | None:
        """Count a place; its mutant if it is chosen."""
        number = len(self.places)
        self.places.append(Place(self.file, number, node.lineno, ast.unparse(node), ast.unparse(changed)))
        return self.chosen.get(number)

    def _either(self, node: ast.expr, changed: ast.expr) -> ast.expr:
        mutant = self._meet(node, changed)
        if mutant is None:
            return self.generic_visit(node)
        kept = self.generic_visit(node)
        return ast.IfExp(_asked(mutant), changed, kept)

    def _either_statement(self, node: ast.stmt, changed: ast.stmt) -> ast.stmt:
        mutant = self._meet(node, changed)
        kept = self.generic_visit(node)
        return kept if mutant is None else ast.If(_asked(mutant), [changed], [kept])

    # What is no program: types, patterns, and formatted strings, in which Python 3.11 cannot nest what we write.
    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.JoinedStr:
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        node.value = node.value and self.visit(node.value)
        return node

    def visit_If(self, node: ast.If) -> ast.If:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return node
        mutant = self._meet(node.test, ast.UnaryOp(ast.Not(), node.test))
        original = node.test
        self.generic_visit(node)
        if mutant is not None:
            node.test = ast.IfExp(_asked(mutant), ast.UnaryOp(ast.Not(), original), node.test)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        returns, node.returns = node.returns, None
        self.generic_visit(node)
        node.returns = returns
        if self.mark is not None:
            first = int(ast.get_docstring(node, clean=False) is not None)
            node.body.insert(first, ast.Expr(_asked(self.mark)))
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if isinstance(node.value, ast.Constant):
            return node
        if isinstance(node.value, ast.Call):
            return self._either_statement(node, ast.Pass())
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if (other := ARITHMETIC.get(type(node.op))) is None:
            return self.generic_visit(node)
        return self._either_statement(node, ast.AugAssign(node.target, other(), node.value))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        ops = [COMPARISONS[type(node.ops[0])](), *node.ops[1:]]
        return self._either(node, ast.Compare(node.left, ops, node.comparators))

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if (other := ARITHMETIC.get(type(node.op))) is None:
            return self.generic_visit(node)
        return self._either(node, ast.BinOp(node.left, other(), node.right))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return self._either(node, ast.BoolOp(other, node.values))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.Not | ast.USub):
            return self._either(node, node.operand)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, bool):
            return self._either(node, ast.Constant(not node.value))
        if isinstance(node.value, int | float):
            return self._either(node, ast.Constant(node.value + 1))
        return node


def _asked(mutant: int) -> ast.expr:
    return ast.Call(ast.Name("__on__", ast.Load()), [ast.Constant(mutant)], [])


def find_places(file: str, text: str) -> list[Place]:
    walk = _Walk(file, {})
    walk.visit(ast.parse(text))
    return walk.places


def switched(file: str, text: str, chosen: dict[int, int], mark: int) -> str:
    """The module with a switch at each chosen place; every function of it says ``mark`` when it begins."""
    tree = _Walk(file, chosen, mark).visit(ast.parse(text))
    first = next(
        (number for number, node in enumerate(tree.body) if not isinstance(node, ast.Expr) and not _is_future(node)),
        len(tree.body),
    )
    tree.body.insert(first, ast.parse("from mutant_switch import on as __on__").body[0])
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"
