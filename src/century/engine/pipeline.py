"""How Numba compiles rules: each rule once, and each entry optimised once, together with all rules it calls.

By default Numba makes machine code of every function on its own and optimises it again inside each of its callers. An
entry calls up to 200 rules, so most of the work is thrown away. Here a rule stops at unoptimised LLVM code (a
`RuleLibrary`). An entry (an `EntryLibrary`) links all rules that it can reach into one module, and only that module is
optimised and turned into machine code.

The passes are Numba's own, without those that only matter for code that rules do not contain: closures, `with` blocks,
array expressions, literal loops.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from llvmlite import binding
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.environment import lookup_environment
from numba.core.target_extension import current_target
from numba.core.typed_passes import (
    AnnotateTypes,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.typing.templates import infer, infer_global, make_overload_template
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    RewriteSemanticConstants,
    TranslateByteCode,
)

from century.types import Rule

_ENVIRONMENT = "_ZN08NumbaEnv"  # how Numba names the globals that hold a function's environment


class _WithoutEnvironments:
    """The code generator as a rule's library shows it: environments are set when an entry is linked."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        pass


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The LLVM code of one rule, neither optimised nor turned into machine code."""

    _shared_module: Any

    @property
    def codegen(self) -> Any:
        """The code generator."""
        return _WithoutEnvironments(self._codegen)

    @property
    def module(self) -> Any:
        """The module of the rule itself."""
        return self._final_module

    def add_llvm_module(self, module: Any) -> None:
        """Take in a module as it is."""
        module.data_layout = self._codegen._data_layout
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """End the rule; nothing is compiled yet."""
        self._raise_if_finalized()
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0, as for a function without machine code."""
        self._ensure_finalized()
        return 0

    def _get_module_for_linking(self) -> Any:
        """Return a module of the rule and all that it calls, for callers that Numba compiles in its usual way."""
        self._ensure_finalized()
        if self._shared_module is None:
            whole = _shareable(self._final_module)
            for library in _reached(self):
                whole.link_in(_linkable(library), preserve=True)
            self._shared_module = whole
        return self._shared_module


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of an entry, with all the rules that it reaches."""

    def finalize(self) -> None:
        """Link the rules, then optimise and compile them together."""
        self._raise_if_finalized()
        reached = list(_reached(self))
        for library in reached:
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(_linkable(library), preserve=True)
        self._linking_libraries = []
        super().finalize()
        self._linking_libraries = reached
        for variable in self._final_module.global_variables:
            if variable.name.startswith(_ENVIRONMENT) and not variable.is_declaration:
                environment = lookup_environment(variable.name)
                if environment is not None:
                    self._codegen.set_env(variable.name, environment)


def _reached(library: Any) -> Iterator[Any]:
    """The libraries that a library reaches, each after all that call it.

    The linker takes in a shareable function only if something that is there already calls it.
    """
    seen: set[int] = set()
    last_first: list[Any] = []

    def visit(caller: Any) -> None:
        for called in caller._linking_libraries:
            if id(called) not in seen:
                seen.add(id(called))
                if isinstance(called, RuleLibrary):
                    visit(called)
                last_first.append(called)

    visit(library)
    return iter(last_first[::-1])


def _linkable(library: Any) -> Any:
    """A library's module for linking, without what it calls if that is a rule."""
    if not isinstance(library, RuleLibrary):
        return library._get_module_for_linking()
    library._ensure_finalized()
    return _shareable(library.module)


def _shareable(module: Any) -> Any:
    """A copy of a module whose functions may stand in other modules, too."""
    copy = module.clone()
    for function in copy.functions:
        if not function.is_declaration and function.linkage == binding.Linkage.external:
            function.linkage = "linkonce_odr"
    return copy


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(NativeLowering):  # type: ignore[misc]
    """Write the LLVM code of a rule.

    Rules do not count references to arrays: they allocate none, and so must not return any but those of records.
    """

    _name = "century_rule_lowering"
    library_class: type = RuleLibrary

    def run_pass(self, state: Any) -> bool:
        """Lower into a library of our own."""
        if not state.flags.nrt and _holds_array(state.return_type):
            raise TypeError(
                f"the rule {state.func_id.func_qualname} returns an array; rules return numbers and records"
            )
        state.library = self.library_class(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


def _holds_array(kind: Any) -> bool:
    """Whether values of a type own memory."""
    if isinstance(kind, types.BaseTuple):  # type: ignore[attr-defined]
        return any(_holds_array(each) for each in kind)
    return isinstance(kind, types.Array) and not isinstance(kind, types.NestedArray)


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(RuleLowering):
    """Write the LLVM code of an entry."""

    _name = "century_entry_lowering"
    library_class = EntryLibrary


class RuleCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's passes for plain loops over scalars and records."""

    lowering: type = RuleLowering

    def define_pipelines(self) -> list[Any]:
        """List the passes."""
        passes = PassManager("century")
        for each in (
            TranslateByteCode,
            FixupArgs,
            IRProcessing,
            RewriteSemanticConstants,
            DeadBranchPrune,
            GenericRewrites,
            ReconstructSSA,
            NopythonTypeInference,
            PreLowerStripPhis,
            IRLegalization,
            AnnotateTypes,
            self.lowering,
            NoPythonBackend,
        ):
            passes.add_pass(each, each.__name__)
        passes.finalize()
        return [passes]


class EntryCompiler(RuleCompiler):
    """The same for an entry."""

    lowering = EntryLowering


class _Options(Mapping[str, object]):
    """The options that rules are compiled with: for a CPU our own passes, elsewhere what is usual there."""

    def _now(self) -> dict[str, object]:
        usual: dict[str, object] = {"nopython": True, "no_cpython_wrapper": True}
        if current_target() != "cpu":
            return usual
        return usual | {"no_cfunc_wrapper": True, "_nrt": False, "pipeline_class": RuleCompiler}

    def __getitem__(self, name: str) -> object:
        return self._now()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._now())

    def __len__(self) -> int:
        return len(self._now())


class _CompiledOnce:
    """Lookup of a rule's compiled version, so that a rule is compiled as seldom as possible.

    On a CPU its options do not depend on its caller, and whole numbers of any size come as 64 bits.
    """

    def _get_impl(self, args: Any, kws: Any) -> Any:
        if current_target() != "cpu":
            return super()._get_impl(args, kws)  # type: ignore[misc]
        args = tuple(map(_widened, args))
        key = self.context, args, tuple(kws.items())  # type: ignore[attr-defined]
        return self._impl_cache.get(key) or self._build_impl(key, args, kws)  # type: ignore[attr-defined]


def _widened(kind: Any) -> Any:
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind  # type: ignore[attr-defined]


def overload(function: Rule) -> Callable[[Rule], Rule]:
    """Decorator: what a call of the function becomes in compiled code, given the types of its arguments.

    Numba's `overload`, with options that depend on the target.
    """

    def decorate(implementation: Rule) -> Rule:
        usual = make_overload_template(function, implementation, _Options(), strict=False, inline="never")
        template = type(usual.__name__, (_CompiledOnce, usual), {})
        infer(template)
        infer_global(function, types.Function(template))
        return implementation

    return decorate
