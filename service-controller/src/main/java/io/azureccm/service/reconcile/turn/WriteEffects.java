package io.azureccm.service.reconcile.turn;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.service.observed.read.ObservedStateAssembly;
import io.azureccm.service.observed.read.ReadFindings;
import io.azureccm.service.observed.read.ReadMemory;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.refusal.AddressRefusals;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What an ended write says about known responses: which are outdated by it, at once or from the next refresh on. Pure. */
public record WriteEffects(ObservedStateAssembly assembly) {
    private static final String NOT_PROVISIONED = "ReferencedResourceNotProvisioned";

    /**
     * An ended write. {@code needsAnotherPlan}: more can be planned once private links are deleted; {@code moment}: when it ended, in the order of
     * {@link io.azureccm.common.snapshot.ObservedView#moment}.
     */
    public record Ended(Operation operation, Outcome outcome, boolean needsAnotherPlan, long moment) {}

    /** The outcome for planning, and what is known of Azure. */
    public record Effect(Outcome outcome, KnownAzure azure) {
        /** What Azure {@code answered} is a refusal, if it is about a resource that is referred to: reading again does not help. */
        public Effect lasting(Outcome answered) {
            if (!answered.problem().contains(NOT_PROVISIONED))
                return this;
            String message = answered instanceof Outcome.Throttled busy ? busy.message() : answered.problem();
            return new Effect(new Outcome.Rejected(409, NOT_PROVISIONED, message), azure);
        }

        private Effect ofConflict() {
            return new Effect(new Outcome.Conflict(outcome.problem()), azure);
        }
    }

    /**
     * A refusal caused by an outdated read is not final: the resource is read again, and everything planned again. {@code groups}: the resource
     * groups with public IPs of Services.
     */
    public Effect of(Ended written, KnownAzure azure, Set<String> groups) {
        Operation operation = written.operation();
        Outcome outcome = written.outcome();
        ArmId target = operation.target();
        boolean isSent = !(outcome instanceof Outcome.NotAttempted);
        KnownAzure next = azure;
        if (operation.verb() == Operation.Verb.POST && isSent)
            next = everythingOutdated(next, written.moment());
        if (target.root().hasType(ArmTypes.PRIVATE_LINK_SERVICE) && isSent)
            next = privateLinksChanged(next, written);
        Effect effect = new Effect(outcome, next);
        // A public IP whose last write failed has to be read, and written, before anything can refer to it.
        if (outcome.problem().contains(NOT_PROVISIONED))
            return new Effect(outcome, outdated(next, assembly.publicIps(groups), written.moment())).ofConflict();
        if (!(outcome instanceof Outcome.Rejected(int status, String code, String message)))
            return effect;
        if (code.equalsIgnoreCase("LoadBalancerInUseByVirtualMachineScaleSet"))
            return new Effect(outcome, everythingOutdated(next, written.moment())).ofConflict();
        // The holder of the address may be a private link service, which blocks nothing else.
        if (AddressRefusals.isOne(code))
            return effect;
        Set<ArmId> named = blockedBy(target, code, message).map(assembly::privateLinksNamed).orElse(Set.of());
        return named.isEmpty()
                ? effect
                : new Effect(outcome, watching(outdated(next, named, written.moment()), named)).ofConflict();
    }

    /** What a write changed besides its target is read again in the next refresh. */
    public KnownAzure after(Operation operation, Outcome outcome, KnownAzure azure, Set<String> groups) {
        KnownAzure next = azure.written();
        ReadMemory memory = next.responses().memory();
        boolean frontends = outcome instanceof Outcome.Applied
                && operation.changes().stream().anyMatch(change -> change.element().equals("frontend"));
        if (frontends)
            memory = memory.again(assembly.publicIps(groups));
        // The model of a scale set may affect its instances.
        if (operation.target().hasType(ArmTypes.SCALE_SET))
            memory = memory.again(Set.of(operation.target().children("virtualMachines")));
        if (!operation.target().hasType(ArmTypes.SCALE_SET_VM)
                && !operation.target().hasType(ArmTypes.NETWORK_INTERFACE))
            return next.with(memory);
        // A machine that joins or leaves a pool changes the etag of the load balancer.
        return next.with(memory.again(Set.of(assembly.balancers()))).poolsChange();
    }

    /** Private link services and the load balancers whose frontends they use; at once if more can be planned then. */
    private KnownAzure privateLinksChanged(KnownAzure azure, Ended written) {
        ReadMemory memory = azure.responses().memory();
        Set<ArmId> lists = assembly.privateLinks(memory);
        return written.needsAnotherPlan() ? outdated(azure, lists, written.moment()) : azure.with(memory.again(lists));
    }

    private static KnownAzure outdated(KnownAzure azure, Collection<ArmId> ids, long moment) {
        ReadMemory memory = azure.responses().memory();
        return azure.with(memory.with(memory.outdated().with(ids, moment)));
    }

    private static KnownAzure everythingOutdated(KnownAzure azure, long moment) {
        ReadMemory memory = azure.responses().memory();
        return azure.with(memory.with(memory.outdated().everythingAt(moment)));
    }

    /** The groups of private link services that Azure named are read from now on. */
    private static KnownAzure watching(KnownAzure azure, Set<ArmId> named) {
        return azure.with(azure.responses()
                .memory()
                .with(new ReadFindings(Set.of(), Map.of(), named, Set.of(), Map.of(), false)));
    }

    /** The message of Azure if it refused a write because of a private link service other than the one to be written. */
    private static Optional<String> blockedBy(ArmId target, String code, String message) {
        String text = (code + " " + message).toLowerCase(Locale.ROOT);
        if (target.hasType(ArmTypes.LOAD_BALANCER))
            return text.replace(" ", "").contains("privatelinkservice") ? Optional.of(message) : Optional.empty();
        String others = text.replace(target.key(), "");
        return target.root().hasType(ArmTypes.PRIVATE_LINK_SERVICE) && others.contains("/privatelinkservices/")
                ? Optional.of(others)
                : Optional.empty();
    }
}
