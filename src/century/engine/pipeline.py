"""How Numba compiles rules: each rule once, and each entry optimised once, together with all rules that it calls.

By default, Numba compiles every function to machine code separately and optimises it again inside each of its callers.
An entry calls up to 200 rules, so most of this work would be wasted. Here, a rule is compiled only to unoptimised LLVM
code (a `RuleLibrary`). An entry (an `EntryLibrary`) links all rules that it reaches into one module, and only this
module is optimised and compiled to machine code.

The passes are Numba's own, without those for code that rules do not contain: closures, `with` blocks, array
expressions, literal loops.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from llvmlite import binding
from numba.core import typed_passes, types, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.environment import lookup_environment
from numba.core.target_extension import current_target
from numba.core.typing.templates import infer, infer_global, make_overload_template

from century.types import Rule

_ENVIRONMENT = "_ZN08NumbaEnv"  # how Numba names the globals that hold a function's environment


class _WithoutEnvironments:
    """The code generator of a rule. It does not set environments, because linking an entry does."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        pass


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The unoptimised LLVM code of one rule."""

    _shared_module: Any

    @property
    def codegen(self) -> Any:
        """The code generator."""
        return _WithoutEnvironments(self._codegen)

    @property
    def module(self) -> Any:
        """The module of the rule, without the rules that it calls."""
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
    """The machine code of an entry with all rules that it reaches."""

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
    """Return the libraries that a library reaches, each after all its callers.

    The linker includes a shareable function only if a function that is already included calls it.
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
    """Return the module of a library for linking, without the rules that it calls."""
    if not isinstance(library, RuleLibrary):
        return library._get_module_for_linking()
    library._ensure_finalized()
    return _shareable(library.module)


def _shareable(module: Any) -> Any:
    """Return a copy of a module whose functions may also be defined in other modules."""
    copy = module.clone()
    for function in copy.functions:
        if not function.is_declaration and function.linkage == binding.Linkage.external:
            function.linkage = "linkonce_odr"
    return copy


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(typed_passes.NativeLowering):  # type: ignore[misc]
    """The pass that writes the LLVM code of a rule.

    Rules do not count references to arrays. They must not allocate arrays, or return arrays other than
    those of records.
    """

    _name = "century_rule_lowering"
    library_class: type = RuleLibrary

    def run_pass(self, state: Any) -> bool:
        """Lower into a library of this module."""
        if not state.flags.nrt and _holds_array(state.return_type):
            raise TypeError(
                f"the rule {state.func_id.func_qualname} returns an array; a rule may return only numbers and records"
            )
        state.library = self.library_class(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


def _holds_array(kind: Any) -> bool:
    """Return whether values of a type own memory."""
    if isinstance(kind, types.BaseTuple):  # type: ignore[attr-defined]
        return any(_holds_array(each) for each in kind)
    return isinstance(kind, types.Array) and not isinstance(kind, types.NestedArray)


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(RuleLowering):
    """The pass that writes the LLVM code of an entry."""

    _name = "century_entry_lowering"
    library_class = EntryLibrary


class RuleCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's passes for plain loops over scalars and records."""

    lowering: type = RuleLowering

    def define_pipelines(self) -> list[Any]:
        """Return the passes."""
        passes = PassManager("century")
        for each in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            untyped_passes.IRProcessing,
            untyped_passes.RewriteSemanticConstants,
            untyped_passes.DeadBranchPrune,
            untyped_passes.GenericRewrites,
            untyped_passes.ReconstructSSA,
            typed_passes.NopythonTypeInference,
            typed_passes.PreLowerStripPhis,
            typed_passes.IRLegalization,
            typed_passes.AnnotateTypes,
            self.lowering,
            typed_passes.NoPythonBackend,
        ):
            passes.add_pass(each, each.__name__)
        passes.finalize()
        return [passes]


class EntryCompiler(RuleCompiler):
    """Numba's passes for an entry."""

    lowering = EntryLowering


class _Options(Mapping[str, object]):
    """The options for compiling rules: our own passes for a CPU, the default for other targets."""

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
    """Lookup of the compiled version of a rule that avoids compiling a rule again.

    On a CPU, the options do not depend on the caller, and integers of any size are passed as 64 bits.
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
    """Return a decorator for a function that provides the compiled implementation for given types of arguments.

    It is Numba's `overload` with options that depend on the target.
    """

    def decorate(implementation: Rule) -> Rule:
        usual = make_overload_template(function, implementation, _Options(), strict=False, inline="never")
        template = type(usual.__name__, (_CompiledOnce, usual), {})
        infer(template)
        infer_global(function, types.Function(template))
        return implementation

    return decorate
