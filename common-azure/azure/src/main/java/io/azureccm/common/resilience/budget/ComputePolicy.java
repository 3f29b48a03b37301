package io.azureccm.common.resilience.budget;

import io.azureccm.common.arm.http.ArmExchange;
import io.azureccm.common.arm.http.ArmExchange.Kind;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The throttling policies of Microsoft.Compute in calls per minute, for one resource (0: none) and for the subscription, as
 * documented by the provider; the calls of three minutes may come at once.
 */
enum ComputePolicy {
    VM_UPDATE(4, 500),
    VM_DELETE(4, 500),
    VM_GET(12, 8000),
    VM_LIST(0, 300),
    VMSS_UPDATE(4, 500),
    VMSS_DELETE(4, 175),
    VMSS_GET(12, 800),
    VMSS_LIST(0, 360),
    VMSS_VM_UPDATE(4, 500),
    VMSS_VM_DELETE(4, 500),
    VMSS_VM_GET(12, 2000),
    /**
     * Counted with the lists of scale sets. No limit per scale set is documented, and large sets have many pages; a
     * throttling response counts for one set until a second one is throttled.
     */
    VMSS_VM_LIST(360, 360),
    POLL(15, 5000);

    private static final String VM = "microsoft.compute/virtualmachines";
    private static final String SCALE_SET = "microsoft.compute/virtualmachinescalesets";
    private static final Map<String, Map<Kind, ComputePolicy>> BY_TYPE = Map.of(
            VM,
            Map.of(Kind.PUT, VM_UPDATE, Kind.POST, VM_UPDATE, Kind.DELETE, VM_DELETE, Kind.GET, VM_GET, Kind.LIST,
                    VM_LIST),
            SCALE_SET,
            Map.of(Kind.PUT, VMSS_UPDATE, Kind.POST, VMSS_UPDATE, Kind.DELETE, VMSS_DELETE, Kind.GET, VMSS_GET,
                    Kind.LIST, VMSS_LIST),
            SCALE_SET + "/virtualmachines", Map.of(Kind.PUT, VMSS_VM_UPDATE, Kind.POST, VMSS_VM_UPDATE, Kind.DELETE,
                    VMSS_VM_DELETE, Kind.GET, VMSS_VM_GET, Kind.LIST, VMSS_VM_LIST));
    private static final int MINUTES = 3;

    private final int perResource;
    private final int perSubscription;

    ComputePolicy(int perResource, int perSubscription) {
        this.perResource = perResource;
        this.perSubscription = perSubscription;
    }

    static Optional<ComputePolicy> of(ArmExchange exchange, String type) {
        if (exchange.kind() == Kind.POLL)
            return Optional.of(POLL);
        return Optional.ofNullable(BY_TYPE.getOrDefault(type, Map.of()).get(exchange.kind()));
    }

    boolean isRead() {
        return switch (this) {
            case VM_GET, VM_LIST, VMSS_GET, VMSS_LIST, VMSS_VM_GET, VMSS_VM_LIST, POLL -> true;
            default -> false;
        };
    }

    boolean isPerResource() {
        return perResource > 0;
    }

    /** The limit of the subscription: {@code compute-vmss-vm-update}. */
    String limitName() {
        ComputePolicy counted = this == VMSS_VM_LIST ? VMSS_LIST : this;
        return "compute-" + counted.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The limit of each resource: {@code compute-vmss-vm-update-per-resource}. */
    String resourceLimitName() {
        return "compute-" + name().toLowerCase(Locale.ROOT).replace('_', '-') + "-per-resource";
    }

    BudgetLimit subscriptionLimit() {
        return BudgetLimit.perMinute(perSubscription, (double) perSubscription * MINUTES);
    }

    BudgetLimit resourceLimit() {
        return BudgetLimit.perMinute(perResource, (double) perResource * MINUTES);
    }
}
