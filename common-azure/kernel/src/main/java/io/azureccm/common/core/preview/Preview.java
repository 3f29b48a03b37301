package io.azureccm.common.core.preview;

import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.Schedule;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A plan made on request, with what is needed to judge it: the objects it is for ({@code namespace/name}, or the name of a
 * node; {@code noun} is their kind, such as {@code Service}), writes to the cluster, usage of limits, and what could not be
 * read, without which the plan is meaningless. Contains no time, no age and no running number: the same state gives the same
 * value.
 */
public record Preview(String noun, Set<String> known, Plan plan, List<ClusterWrite> clusterWrites,
        List<LimitUse> limits, List<String> unread) {
    public Preview {
        known = java.util.Collections.unmodifiableSet(new TreeSet<>(known));
        clusterWrites = List.copyOf(clusterWrites);
        limits = List.copyOf(limits);
        unread = List.copyOf(unread);
        plan = new Plan(plan.scope(), plan.operations(), plan.refusals(), Plan.Basis.NONE,
                new Schedule(clusterWrites.stream().map(ClusterWrite::step).toList(), java.util.Map.of()), plan.held());
    }

    /** A preview of a plan that writes to Azure alone. */
    public static Preview of(String noun, Set<String> known, Plan plan) {
        return new Preview(noun, known, plan, List.of(), List.of(), List.of());
    }

    public Preview with(List<LimitUse> uses) {
        return new Preview(noun, known, plan, clusterWrites, uses, unread);
    }

    /** The same objects, for which nothing could be planned. */
    public Preview withoutPlan() {
        return new Preview(noun, known, new Plan(plan.scope(), List.of(), List.of(), Plan.Basis.NONE), List.of(),
                List.of(), unread);
    }

    /** The same, with more that could not be read. */
    public Preview lacking(Collection<String> more) {
        return new Preview(noun, known, plan, clusterWrites, limits,
                Stream.concat(unread.stream(), more.stream())
                        .map(PrintableText::withoutRequestIds)
                        .sorted()
                        .distinct()
                        .toList());
    }

    /** Combines both, for an app that plans two things. */
    public Preview and(Preview other) {
        return new Preview(noun, union(known, other.known),
                new Plan(plan.scope(), join(plan.operations(), other.plan.operations()),
                        join(plan.refusals(), other.plan.refusals()), Plan.Basis.NONE)
                        .holding(plan.held().isEmpty() ? other.plan.held() : plan.held()),
                join(clusterWrites, other.clusterWrites), join(limits, other.limits), join(unread, other.unread));
    }

    /** The part that concerns one object; what could not be read is kept. */
    public Preview only(String subject) {
        Plan part = new Plan(plan.scope(),
                plan.operations()
                        .stream()
                        .filter(each -> subjects(each).contains(subject))
                        .map(each -> part(each, subject))
                        .toList(),
                plan.refusals().stream().filter(each -> each.subject().equals(subject)).toList(), Plan.Basis.NONE)
                .holding(plan.held());
        return new Preview(noun, known.contains(subject) ? Set.of(subject) : Set.of(), part,
                clusterWrites.stream().filter(each -> each.subject().equals(subject)).toList(),
                limits.stream()
                        .filter(use -> part.operations()
                                .stream()
                                .anyMatch(each -> each.target().shortName().equals(use.resource())))
                        .toList(),
                unread);
    }

    /** The subjects of the changes of a write; if no change names one, the objects that depend on it. */
    private static Set<String> subjects(Operation operation) {
        Set<String> causes = new TreeSet<>();
        operation.changes().forEach(change -> causes.add(change.cause().subject()));
        causes.remove("");
        return causes.isEmpty() ? operation.subjects() : causes;
    }

    /** Changes of the whole resource are kept with those of the object; all are kept if none names a subject. */
    private static Operation part(Operation operation, String subject) {
        List<Change> own = operation.changes()
                .stream()
                .filter(change -> change.isResource() || change.cause().subject().equals(subject))
                .toList();
        return own.isEmpty() ? operation : operation.with(own);
    }

    /** True if the plan writes something. */
    public boolean changes() {
        return !plan.isEmpty() || !clusterWrites.isEmpty();
    }

    /** The known objects for which something is written; a machine that joins a pool changes no Service. */
    public Set<String> changed() {
        Set<String> changed = new TreeSet<>();
        plan.operations().forEach(operation -> changed.addAll(subjects(operation)));
        changed.retainAll(known);
        clusterWrites.forEach(write -> changed.add(write.subject()));
        changed.removeAll(refused());
        return changed;
    }

    public Set<String> refused() {
        Set<String> refused = new TreeSet<>();
        plan.refusals().stream().map(Refusal::subject).forEach(refused::add);
        return refused;
    }

    public int writes() {
        return plan.operations().size() + clusterWrites.size();
    }

    private static <T> List<T> join(List<T> one, List<T> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> all = new TreeSet<>(one);
        all.addAll(other);
        return all;
    }
}
