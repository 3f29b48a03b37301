package io.azureccm.service.plan;

import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.diff.DiffRules;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.PublicIpModel;
import io.azureccm.service.observed.InFlightChanges;
import io.azureccm.service.plan.context.Repair;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The write of one public IP, with the Services that each of its changes is for. */
final class PublicIpOperations {
    private final PublicIpModel model;
    /** The Services that have or get the public IP. */
    private final Set<String> all = new TreeSet<>();
    private final Set<String> comers;
    private final Set<String> leavers;

    private PublicIpOperations(PublicIpModel model) {
        this.model = model;
        Set<String> before = services(model.observed());
        Set<String> after = services(model.desired());
        comers = without(after, before);
        leavers = without(before, after);
        all.addAll(before);
        all.addAll(after);
        if (all.isEmpty())
            all.addAll(model.users());
    }

    /** Empty if nothing is to be written. */
    static Optional<Operation> of(PublicIpModel model, InFlightChanges inFlight) {
        PublicIpOperations operations = new PublicIpOperations(model);
        if (model.desired() == null)
            return Optional.ofNullable(model.observed()).map(observed -> operations.delete());
        return model.observed() == null ? Optional.of(operations.create()) : operations.update(inFlight);
    }

    private Operation delete() {
        String reason = model.replaced().isEmpty() ? "Unused" : model.replaced();
        return Operation
                .delete(model.id(), List.of(Change.remove(Change.RESOURCE, model.id().name(), because(reason, all))))
                .forSubjects(all);
    }

    private Operation create() {
        return Operation
                .put(model.id(), model.desired().json(), "",
                        List.of(Change.create(model.id(), because("ServiceAdded", all))))
                .forSubjects(all);
    }

    private Optional<Operation> update(InFlightChanges inFlight) {
        Set<String> concerned = new TreeSet<>(comers);
        concerned.addAll(leavers);
        Cause cause = because("ServiceChanged", all);
        List<Change> changes = model.desired().changesFrom(model.observed(), DiffRules.NONE, cause, cause);
        changes.replaceAll(change -> isOfLabel(change)
                ? change.because(because("ServiceChanged", Set.of(model.labelledBy().orElseThrow())))
                : change);
        for (Change change : changes) {
            if (isOfLabel(change))
                concerned.add(model.labelledBy().orElseThrow());
            else if (!isListOfServices(change))
                concerned.addAll(all);
        }
        if (Repair.isDue(model.observed(), inFlight.of(model.id()), name -> true)) {
            changes.addAll(Repair.of(model.id(), model.observed()));
            concerned.addAll(all);
        }
        if (changes.isEmpty())
            return Optional.empty();
        Operation write = Operation.put(model.id(), model.desired().json(), model.observed().etag(), changes)
                .forSubjects(concerned)
                .removingFor(leavers);
        return Optional.of(model.labelFrom()
                .map(holder -> write.after(Set.of(holder)).awaiting(Set.of("DNS label of " + holder.name())))
                .orElse(write));
    }

    private static Cause because(String reason, Set<String> services) {
        return new Cause(reason, String.join(",", services));
    }

    private static Set<String> services(PublicIp publicIp) {
        return publicIp == null ? Set.of() : new TreeSet<>(Ownership.services(publicIp.tags()));
    }

    private static Set<String> without(Set<String> some, Set<String> others) {
        Set<String> rest = new TreeSet<>(some);
        rest.removeAll(others);
        return rest;
    }

    /** Services that share a public IP, and neither join nor leave it, do not depend on a change of the list of its Services. */
    private static boolean isListOfServices(Change change) {
        return isTag(change, Ownership.SERVICES_TAG) || isTag(change, Ownership.LEGACY_SERVICES_TAG);
    }

    /** Services that share a public IP do not depend on the DNS label that one of them requests. */
    private boolean isOfLabel(Change change) {
        return model.labelledBy().isPresent() && (isTag(change, Ownership.DNS_SERVICE_TAG)
                || isTag(change, Ownership.LEGACY_DNS_SERVICE_TAG)
                || change.isResource() && !change.fields().isEmpty()
                        && change.fields().stream().allMatch(field -> field.path().startsWith("dnsSettings")));
    }

    private static boolean isTag(Change change, String tag) {
        return change.element().equals("tag") && change.name().equalsIgnoreCase(tag);
    }
}
