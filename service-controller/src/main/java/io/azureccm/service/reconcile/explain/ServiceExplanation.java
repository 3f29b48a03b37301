package io.azureccm.service.reconcile.explain;

import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.common.core.explain.Explanation.Section;
import io.azureccm.common.core.explain.Explanation.State;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.reconcile.turn.TurnPlanner;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stop;
import io.azureccm.service.status.ServiceReason;
import io.azureccm.service.status.ServiceResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Explains one Service from what the last turn knew and planned. */
public final class ServiceExplanation {
    private static final String KIND = "Service";

    private final ServiceSpec spec;
    private final LastTurn turn;
    private final KnownState known;
    private final TurnPlan plan;
    private final Optional<PlannedService> planned;

    private ServiceExplanation(ServiceSpec spec, LastTurn turn) {
        this.spec = spec;
        this.turn = turn;
        this.known = turn.known();
        this.plan = turn.plan();
        this.planned = plan.services().map(each -> each.plannedServices().get(spec.uid()));
    }

    /** {@code annotations}: of the Service, as written. */
    public static Explanation of(ServiceSpec spec, Map<String, String> annotations, LastTurn turn) {
        return new ServiceExplanation(spec, turn).explain(annotations);
    }

    /** The state of the Service, without sections. */
    public static Explanation summary(ServiceSpec spec, LastTurn turn) {
        ServiceExplanation it = new ServiceExplanation(spec, turn);
        List<Line> waits = Waits.of(spec, turn);
        return new Explanation(KIND, spec.subject(), it.state(waits), it.message(waits), it.warnings(), List.of());
    }

    /** For a name that no Service of this controller has. */
    public static Explanation unknown(String subject, WatchedCluster watched) {
        String here = watched.served().isNone()
                ? "this controller serves those without spec.loadBalancerClass"
                : "this controller serves those with spec.loadBalancerClass " + watched.served().name();
        boolean elsewhere = watched.elsewhere().stream().anyMatch(each -> each.subject().equals(subject));
        return new Explanation(KIND, subject, State.IGNORED,
                (elsewhere ? "another controller serves it: " : "it does not exist, or is not of type LoadBalancer; ")
                        + here,
                List.of());
    }

    private Explanation explain(Map<String, String> annotations) {
        List<Section> sections = new ArrayList<>();
        sections.add(mistakes());
        List<Line> waits = Waits.of(spec, turn);
        sections.add(new Section("waits for", waits));
        sections.add(RequestedSettings.of(spec, annotations));
        sections.add(new Section("placed on", placed()));
        List<NodeFacts> nodes = known.cluster().clusterState().nodes();
        known.azure().seen().ifPresent(azure -> sections.add(InAzure.of(spec, azure, nodes)));
        sections.add(new Section("addresses", addresses()));
        if (spec.wanted())
            sections.add(InAzure.nodesLeftOut(known.cluster().clusterState()));
        sections.add(new Section("planned", operations()));
        return new Explanation(KIND, spec.subject(), state(waits), message(waits), warnings(), sections);
    }

    private State state(List<Line> waits) {
        Optional<ServiceReason> stopped = stop().map(each -> ServiceReason.ofRefusal(each.refusal().code(),
                each.refusal().message()));
        if (stopped.isPresent())
            return stopped.get().isMistake() ? State.REFUSED : State.FAILED;
        Optional<ServiceResult> result = result();
        if (result.filter(each -> each instanceof ServiceResult.Failed failure && failure.why().isMistake())
                .isPresent())
            return State.REFUSED;
        boolean failed = result.filter(ServiceResult.Failed.class::isInstance).isPresent();
        // A retry does not change the state; a change of the Service does.
        if (failed && !known.requests().changes().contains(spec.uid()))
            return State.FAILED;
        if (!spec.wanted())
            return State.LEAVING;
        return waits.isEmpty() && result.filter(ServiceResult.Ready.class::isInstance).isPresent()
                ? State.PROGRAMMED
                : State.PENDING;
    }

    private String message(List<Line> waits) {
        if (stop().isPresent())
            return stop().get().refusal().message();
        Optional<String> problem = result().flatMap(each -> switch (each) {
            case ServiceResult.Failed(String why, var reason, var word) -> Optional.of(why);
            case ServiceResult.Unsure unsure -> Optional.of(unsure.problem());
            case ServiceResult.Ready _,ServiceResult.Gone _ -> Optional.empty();
        });
        if (problem.isPresent())
            return problem.get();
        return waits.isEmpty()
                ? planned.flatMap(PlannedService::addresses)
                        .or(() -> Optional.of(known.cluster().clusterState().statusIps(spec))
                                .filter(ips -> !ips.isEmpty()))
                        .map(ips -> "at " + String.join(", ", ips))
                        .orElse("")
                : "waits for " + waits.getFirst().what();
    }

    /** What stops it for good; a stop that only lasts until its turn comes is among what it waits for. */
    private Optional<Stop> stop() {
        return planned.filter(each -> !TurnPlanner.isWaitingOnly(each))
                .flatMap(PlannedService::stop)
                .or(spec::mistake)
                .filter(each -> spec.wanted());
    }

    private Optional<ServiceResult> result() {
        return Optional.ofNullable(plan.results().get(spec.uid()))
                .or(() -> Optional.ofNullable(known.memory().results().get(spec.uid())));
    }

    private Section mistakes() {
        List<Line> lines = new ArrayList<>();
        stop().ifPresent(each -> lines.add(new Line(each.refusal().code(), each.refusal().message(),
                "blocks " + each.stage().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ')
                        + " and all later stages; what is in Azure is kept")));
        lines.addAll(warnings());
        boolean isMistake = stop().map(each -> ServiceReason.ofRefusal(each.refusal().code(), each.refusal().message()))
                .filter(reason -> !reason.isMistake())
                .isEmpty();
        return new Section(isMistake ? "mistakes" : "problems", lines);
    }

    private List<Line> warnings() {
        return notices().filter(notice -> notice.type() == Notice.Type.WARNING)
                .map(notice -> new Line(notice.reason(), notice.message(), "blocks nothing"))
                .toList();
    }

    private java.util.stream.Stream<Notice> notices() {
        return planned.map(PlannedService::notices).orElse(spec.notices()).stream();
    }

    /** The chosen load balancer, why it was chosen, and the other eligible ones. */
    private List<Line> placed() {
        return planned.flatMap(PlannedService::choice)
                .map(choice -> List.of(
                        new Line("load balancer", choice.loadBalancer().name(), "because " + choice.reason().clause()),
                        new Line("may be on", String.join(", ", choice.eligible()), "")))
                .orElse(List.of());
    }

    private List<Line> addresses() {
        List<Line> lines = new ArrayList<>();
        List<String> shown = known.cluster().clusterState().statusIps(spec);
        lines.add(new Line("in the status", shown.isEmpty() ? "none" : String.join(", ", shown), ""));
        planned.flatMap(PlannedService::addresses)
                .filter(ips -> !ips.equals(shown))
                .ifPresent(ips -> lines.add(new Line("once the plan is done", String.join(", ", ips), "")));
        return lines;
    }

    private List<Line> operations() {
        return plan.operations()
                .stream()
                .filter(each -> each.subjects().contains(spec.subject()))
                .flatMap(operation -> operation.changes()
                        .stream()
                        .filter(change -> change.cause().subject().equals(spec.subject()))
                        .map(change -> new Line(operation.target().shortName(),
                                change.kind().sign() + " " + change.element() + " " + change.name(),
                                change.cause().reason())))
                .toList();
    }
}
