package io.azureccm.common.core.text;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.PlanOutcome;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A plan as text for users: the same in the log, in a dry run and at the actuator. {@code noun} is what the basis counts
 * ({@code services}); lists longer than the limits end in "... and N more". The text ends without a line break.
 */
public record PlanText(String noun, int maxOperations, int maxChanges, int maxRefusals) {
    private static final int MAX_VALUE = 80;
    private static final String NOTHING = "  nothing to write";

    public static PlanText of(String noun) {
        return new PlanText(noun, 100, 30, 30);
    }

    public String render(Plan plan) {
        return render(plan, PlanNumbers.NONE);
    }

    /** A single line if there is nothing to write and nothing was refused. */
    public String render(Plan plan, PlanNumbers numbers) {
        return render(plan, numbers, List.of());
    }

    /** The same, with only what is new since these refusals of the previous plan. */
    public String render(Plan plan, PlanNumbers numbers, List<Refusal> before) {
        String header = header(plan, numbers);
        if (isNothing(plan))
            return header + NOTHING;
        TextLines lines = new TextLines();
        int nameWidth = elementWidth(plan.operations());
        addSteps(lines, plan.schedule().of(Step.Kind.READ));
        limited(plan.operations(), maxOperations).forEach(operation -> addOperation(lines, operation,
                after(plan, operation), plan.schedule().waitOf(operation.target()), nameWidth));
        addMore(lines, "  ", plan.operations().size() - maxOperations);
        addRest(lines, plan, before);
        return header + "\n" + lines.join() + "  " + calls(plan, numbers);
    }

    private void addRest(TextLines lines, Plan plan, List<Refusal> before) {
        addSteps(lines, plan.schedule().of(Step.Kind.KUBERNETES));
        addRefusals(lines, plan.refusals(), Set.copyOf(before));
        HeldRemovalsText.lines(plan.held(), maxChanges).forEach(line -> lines.add(line, ""));
    }

    private static boolean isNothing(Plan plan) {
        return plan.isEmpty() && plan.refusals().isEmpty() && plan.schedule().steps().isEmpty()
                && plan.held().isEmpty();
    }

    /** The lines of a plan before those of its operations; the columns of each part are its own. */
    public List<String> beforeOperations(Plan plan) {
        TextLines lines = new TextLines();
        addSteps(lines, plan.schedule().of(Step.Kind.READ));
        return Stream.concat(Stream.of(header(plan, PlanNumbers.NONE) + (isNothing(plan) ? NOTHING : "")),
                lines.all().stream()).toList();
    }

    /** The lines of one operation; {@code after} as of {@link #after}, {@code wait}: what it waits for, "" if nothing. */
    public List<String> operation(Operation operation, String after, String wait) {
        TextLines lines = new TextLines();
        addOperation(lines, operation, after, wait, elementWidth(List.of(operation)));
        return lines.all();
    }

    /** The lines of a plan after those of its operations. */
    public List<String> afterOperations(Plan plan) {
        if (isNothing(plan))
            return List.of();
        TextLines lines = new TextLines();
        addRest(lines, plan, List.of());
        return Stream.concat(lines.all().stream(), Stream.of("  " + calls(plan, PlanNumbers.NONE))).toList();
    }

    /** The outcome of the plan in one line: how many operations had which outcome, and how long it took. */
    public String summary(PlanOutcome outcome, PlanNumbers numbers, Duration took) {
        return "Outcome " + named(outcome.plan(), numbers) + "  " + counts(outcome) + "  took " + took.toMillis()
                + " ms";
    }

    /** The outcome of the plan: the summary, then one line per operation with its outcome and its problem. */
    public String render(PlanOutcome outcome, PlanNumbers numbers, Duration took) {
        Plan plan = outcome.plan();
        TextLines lines = new TextLines();
        for (Operation operation : limited(plan.operations(), maxOperations)) {
            Outcome result = outcome.of(operation.target());
            String problem = result.problem();
            lines.add("  " + sign(operation) + " " + operation.target().shortName(),
                    label(result) + (problem.isEmpty() ? "" : "  " + problem));
        }
        addMore(lines, "  ", plan.operations().size() - maxOperations);
        return (summary(outcome, numbers, took) + "\n" + lines.join()).stripTrailing();
    }

    /** The outcome of one operation of the plan with this number, in one line. */
    public String render(long number, Operation operation, Outcome outcome, Duration took) {
        String problem = TextLines.clean(outcome.problem());
        return "Outcome #" + number + "  " + sign(operation) + " " + TextLines.clean(operation.target().shortName())
                + "  "
                + label(outcome) + "  took " + took.toMillis() + " ms" + (problem.isEmpty() ? "" : "  " + problem);
    }

    /** The short name of an outcome: {@code Applied}, {@code Conflict}, {@code NotAttempted DRY_RUN} and so on. */
    public static String label(Outcome outcome) {
        String name = outcome.getClass().getSimpleName();
        return outcome instanceof Outcome.NotAttempted(var reason, _) ? name + " " + reason : name;
    }

    private String header(Plan plan, PlanNumbers numbers) {
        Plan.Basis basis = plan.basis();
        if (basis.equals(Plan.Basis.NONE))
            return "Plan " + named(plan, numbers);
        String counted = basis.known() == 0 && basis.changed() == 0
                ? ""
                : "  " + noun + "=" + basis.changed() + " changed / " + basis.known() + " known";
        return "Plan " + named(plan, numbers) + counted
                + (basis.snapshotAgeMillis() < 0 ? "" : "  snapshot age " + age(basis.snapshotAgeMillis()));
    }

    private static String named(Plan plan, PlanNumbers numbers) {
        return (numbers.number() > 0 ? "#" + numbers.number() + "  " : "") + TextLines.clean(plan.scope());
    }

    private static String age(long millis) {
        if (millis < 1_000)
            return millis + "ms";
        return millis < 600_000 ? millis / 1_000 + "s" : millis / 60_000 + "min";
    }

    private void addOperation(TextLines lines, Operation operation, String after, String wait, int elementWidth) {
        List<Change> whole = operation.changes().stream().filter(Change::isResource).toList();
        List<Change> parts = operation.changes().stream().filter(change -> !change.isResource()).toList();
        List<String> detail = new ArrayList<>();
        detail.add(operation.verb().name() + (operation.action().isEmpty() ? "" : " " + operation.action())
                + (operation.ifMatch().isEmpty()
                        ? ""
                        : " if-match " + TextLines.shortEtag(operation.ifMatch()))
                + after);
        whole.stream().map(PlanText::fields).filter(text -> !text.isEmpty()).forEach(detail::add);
        detail.addAll(causes(whole));
        if (operation.isDeferred()) {
            detail.add("awaits " + String.join(", ", operation.awaits()));
        }
        waiting(wait).ifPresent(detail::add);
        lines.add("  " + sign(operation) + " " + operation.target().shortName(), String.join("   ", detail));
        for (Change change : limited(parts, maxChanges)) {
            String text = fields(change);
            lines.add("      " + change.kind().sign() + " " + TextLines.padded(change.element(), elementWidth) + "  "
                    + change.name(), (text.isEmpty() ? "" : text + "   ") + change.cause());
        }
        addMore(lines, "      ", parts.size() - maxChanges);
    }

    private void addRefusals(TextLines lines, List<Refusal> refusals, Set<Refusal> before) {
        List<Refusal> news = refusals.stream().filter(refusal -> !before.contains(refusal)).toList();
        limited(news, maxRefusals).forEach(refusal -> lines.add("  ! refused  " + refusal.subject(),
                refusal.code() + ": " + refusal.message()));
        addMore(lines, "  ! ", news.size() - maxRefusals);
        Set<String> refused = refusals.stream().map(Refusal::subject).collect(Collectors.toSet());
        List<String> over = before.stream()
                .map(Refusal::subject)
                .filter(subject -> !refused.contains(subject))
                .distinct()
                .sorted()
                .toList();
        limited(over, maxRefusals).forEach(subject -> lines.add("  ! refused no more  " + subject, ""));
        addMore(lines, "  ! ", over.size() - maxRefusals);
        if (news.size() < refusals.size())
            lines.add("  ! " + (refusals.size() - news.size()) + " refused as before", "");
    }

    private void addSteps(TextLines lines, List<Step> steps) {
        for (Step step : limited(steps, maxOperations)) {
            List<String> detail = new ArrayList<>();
            Stream.of(step.what(), step.cause().toString()).filter(text -> !text.isEmpty()).forEach(detail::add);
            waiting(step.waitsFor()).ifPresent(detail::add);
            lines.add((step.kind() == Step.Kind.READ ? "  < read " : "  > ") + step.target(),
                    String.join("   ", detail));
        }
        addMore(lines, steps.isEmpty() || steps.getFirst().kind() == Step.Kind.READ ? "  < " : "  > ",
                steps.size() - maxOperations);
    }

    private static Optional<String> waiting(String what) {
        return what.isEmpty() ? Optional.empty() : Optional.of("waits for " + what);
    }

    private static Set<String> causes(List<Change> changes) {
        return changes.stream()
                .map(change -> change.cause().toString())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String fields(Change change) {
        return change.fields()
                .stream()
                .map(field -> new FieldChange(field.path(), TextLines.shortened(field.before(), MAX_VALUE),
                        TextLines.shortened(field.after(), MAX_VALUE)).toString())
                .collect(Collectors.joining(", "));
    }

    /** After which operations of the plan this one is sent: {@code " (after loadBalancers/kubernetes)"}; "" if after none. */
    public static String after(Plan plan, Operation operation) {
        if (operation.after().isEmpty())
            return "";
        String names = plan.operations()
                .stream()
                .map(Operation::target)
                .filter(operation.after()::contains)
                .map(ArmId::shortName)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : " (after " + names + ")";
    }

    /** The sign of a write: {@code +} creates, {@code ~} changes, {@code -} deletes, {@code ?} cannot be sent yet. */
    public static String sign(Operation operation) {
        if (operation.isDeferred())
            return "?";
        if (operation.verb() == Operation.Verb.DELETE)
            return "-";
        return operation.isCreation() ? "+" : "~";
    }

    private static int elementWidth(List<Operation> operations) {
        return operations.stream()
                .flatMap(operation -> operation.changes().stream())
                .filter(change -> !change.isResource())
                .mapToInt(change -> change.element().length())
                .max()
                .orElse(0);
    }

    private static String calls(Plan plan, PlanNumbers numbers) {
        int deferred = plan.deferred().size();
        int kubernetes = plan.schedule().clusterWrites().size();
        return "calls: " + plan.ready().size() + " writes" + (deferred > 0 ? ", " + deferred + " deferred" : "")
                + (kubernetes > 0 ? ", " + kubernetes + " to Kubernetes" : "")
                + (numbers.reads() >= 0 ? ", " + numbers.reads() + " reads" : "")
                + (numbers.budgetLeft().isEmpty() ? "" : "   budget left: " + TextLines.clean(numbers.budgetLeft()))
                + (numbers.nearLimits().isEmpty() ? "" : "   near a limit: " + TextLines.clean(numbers.nearLimits()));
    }

    private static String counts(PlanOutcome outcome) {
        return PrintableText.tally(outcome.outcomes().values().stream().map(PlanText::label));
    }

    private static void addMore(TextLines lines, String indent, int more) {
        if (more > 0) {
            lines.add(indent + "... and " + more + " more", "");
        }
    }

    private static <T> List<T> limited(List<T> all, int limit) {
        return all.size() <= limit ? all : all.subList(0, limit);
    }
}
