package io.azureccm.common.observe.metrics;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Plan;
import io.azureccm.common.exec.ExecutionListener;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Cloud operations as counted by the reference: {@code cloudprovider_azure_op_duration_seconds} and
 * {@code cloudprovider_azure_op_failure_count} by request. The label {@code source}, a Service or a node in the reference, is
 * always empty here, so that the number of series does not grow with the cluster.
 */
public final class CloudOperations implements ExecutionListener {
    private static final Duration[] BUCKETS = ReferenceNames.seconds(.1, .2, .5, 1, 5, 10, 15, 20, 30, 40, 50, 60, 100,
            200, 300, 600, 1200);

    private final MeterRegistry registry;
    private final Map<Tags, AtomicLong> failures = new ConcurrentHashMap<>();

    public CloudOperations(MeterRegistry registry) {
        this.registry = registry;
    }

    /** One operation, for example {@code services_ensure_loadbalancer}, in a resource group of a subscription. */
    public void succeeded(String request, String subscription, String resourceGroup, Duration took) {
        failures(request, subscription, resourceGroup, took);
    }

    public void failed(String request, String subscription, String resourceGroup, Duration took) {
        failures(request, subscription, resourceGroup, took).incrementAndGet();
    }

    /** Records the operation; returns the count of those like it that failed. */
    private AtomicLong failures(String request, String subscription, String resourceGroup, Duration took) {
        Tags tags = Tags.of("request", request, "resource_group", resourceGroup.toLowerCase(java.util.Locale.ROOT),
                "subscription_id", subscription, "source", "");
        ReferenceNames.histogram(registry, ReferenceNames.OPERATIONS,
                "Operations on the cloud, as the reference names them", tags, BUCKETS).record(took);
        return failures.computeIfAbsent(tags, this::failureCount);
    }

    /** A gauge that only increases: a counter would get the suffix "total", which the reference's name does not have. */
    private AtomicLong failureCount(Tags tags) {
        AtomicLong count = new AtomicLong();
        Gauge.builder(ReferenceNames.FAILED_OPERATIONS, count, AtomicLong::get)
                .description("Operations on the cloud that failed, as the reference names them")
                .tags(tags)
                .register(registry);
        return count;
    }

    @Override
    public void ended(Plan plan, Operation operation, Outcome outcome, Duration took) {
        if (outcome instanceof Outcome.NotAttempted)
            return;
        for (String request : requests(operation)) {
            AtomicLong count = failures(request, operation.target().subscription(),
                    operation.target().resourceGroup(), took);
            if (!outcome.isGood())
                count.incrementAndGet();
        }
    }

    /** The reference's name for this write; empty for writes that the reference counts as part of something else. */
    static List<String> requests(Operation operation) {
        boolean delete = operation.verb() == Operation.Verb.DELETE;
        if (operation.target().hasType(ArmTypes.ROUTE_TABLE))
            return routeRequests(operation.changes());
        if (operation.target().hasType(ArmTypes.PRIVATE_LINK_SERVICE))
            return List
                    .of(delete ? "services_ensure_privatelinkservice_deleted" : "services_ensure_privatelinkservice");
        if (operation.action().toLowerCase(java.util.Locale.ROOT).contains("migratetoipbased"))
            return List.of("services_migrate_to_ip_based_backend_pool");
        if (operation.target().hasType(ArmTypes.SCALE_SET) || operation.target().hasType(ArmTypes.SCALE_SET_VM))
            return List.of("services_vmss_" + membership(operation));
        if (operation.target().hasType(ArmTypes.NETWORK_INTERFACE))
            return List.of("services_vmas_" + membership(operation));
        return List.of();
    }

    private static String membership(Operation operation) {
        return operation.changes().stream().anyMatch(change -> change.kind() == Change.Kind.ADD)
                ? "ensure_hosts_in_pool"
                : "ensure_backend_pool_deleted";
    }

    private static List<String> routeRequests(List<Change> changes) {
        List<String> requests = new ArrayList<>();
        for (Change change : changes) {
            if (change.element().equals("route")) {
                requests.add(change.kind() == Change.Kind.REMOVE ? "routes_delete_route" : "routes_create_route");
            }
        }
        return requests;
    }
}
