package io.azureccm.service.reconcile;

import io.azureccm.common.boot.PreviewSource;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.preview.Preview;
import io.azureccm.common.core.shadow.SeenObject;
import io.azureccm.common.core.shadow.ShadowCheck;
import io.azureccm.common.reconcile.EventLoop;
import io.azureccm.service.plan.LimitUses;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.plan.context.ServiceState;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.KnownState;
import io.azureccm.service.reconcile.turn.TurnPlan;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Previews what the last turn would do for the load balancers of the cluster. */
public final class ServicePreview implements PreviewSource {
    private final EventLoop<ServiceEvent, KnownState, TurnPlan> turns;
    private final String scope;
    private TurnPlan last = TurnPlan.NOTHING;

    public ServicePreview(EventLoop<ServiceEvent, KnownState, TurnPlan> turns, String scope) {
        this.turns = turns;
        this.scope = scope;
        turns.listen(plan -> last = plan);
    }

    @Override
    public EventLoop<?, ?, ?> turns() {
        return turns;
    }

    @Override
    public Preview preview() {
        KnownState known = turns.known();
        if (known == null)
            return Preview.of("Service", Set.of(), nothing());
        Set<String> services = known.services()
                .stream()
                .map(ServiceSpec::subject)
                .collect(Collectors.toSet());
        Plan plan = last.services().map(ServicePlan::plan).orElseGet(this::nothing);
        return Preview.of("Service", services, plan)
                .with(known.azure().everything().map(azure -> LimitUses.of(plan, azure)).orElse(List.of()))
                .lacking(unread(known.azure()));
    }

    @Override
    public Map<String, SeenObject> objects() {
        KnownState known = turns.known();
        if (known == null)
            return Map.of();
        ClusterState cluster = known.cluster().clusterState();
        Map<String, SeenObject> objects = new HashMap<>();
        for (ServiceSpec service : cluster.services()) {
            ServiceState state = cluster.state(service);
            objects.put(service.subject(),
                    new SeenObject(List.of(service, state), Set.copyOf(state.statusIps())));
        }
        objects.put(ShadowCheck.WHOLE, SeenObject.of(cluster.nodes()));
        return objects;
    }

    private Plan nothing() {
        return new Plan(scope, List.of(), List.of(), Plan.Basis.NONE);
    }

    private List<String> unread(KnownAzure azure) {
        List<String> unread = new ArrayList<>();
        // The reader for this plan knows about failed calls and what was requested.
        azure.failure()
                .map(KnownAzure.Failure::problem)
                .filter(problem -> !problem.isOfAzure())
                .ifPresent(problem -> unread.add("Azure: " + problem.message()));
        last.reading().ifPresent(reading -> unread.add("Azure: " + reading.describe()));
        azure.everything()
                .or(azure::frontends)
                .ifPresent(observed -> unread.addAll(observed.unreadable().describe()));
        return unread;
    }
}
