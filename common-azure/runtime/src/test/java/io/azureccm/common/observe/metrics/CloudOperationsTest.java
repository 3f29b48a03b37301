package io.azureccm.common.observe.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.Operation;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dashboards made for the reference find its names and labels. */
class CloudOperationsTest {
    private static final Cause CAUSE = Cause.of("Test");

    @Test
    void namesLabelsAndBucketsAreThoseOfTheReference() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        CloudOperations operations = new CloudOperations(registry);
        operations.succeeded("services_ensure_loadbalancer", "sub", "RG", Duration.ofSeconds(3));
        operations.failed("services_ensure_loadbalancer", "sub", "rg", Duration.ofSeconds(3));
        String labels = "{request=\"services_ensure_loadbalancer\",resource_group=\"rg\",source=\"\",subscription_id=\"sub\"";
        assertThat(registry.scrape()).contains("cloudprovider_azure_op_duration_seconds_count" + labels + "} 2",
                "cloudprovider_azure_op_duration_seconds_bucket" + labels + ",le=\"1200.0\"} 2",
                "cloudprovider_azure_op_duration_seconds_bucket" + labels + ",le=\"1.0\"} 0",
                "cloudprovider_azure_op_failure_count" + labels + "} 1.0");
    }

    @Test
    void eachRouteIsAnOperation() {
        assertThat(CloudOperations.requests(put(ArmTypes.ROUTE_TABLE, Change.add("route", "a", CAUSE),
                Change.remove("route", "b", CAUSE), Change.add("tag", "t", CAUSE))))
                .containsExactly("routes_create_route", "routes_delete_route");
    }

    @Test
    void membershipOfMachinesIsToldByTheKindOfMachine() {
        assertThat(CloudOperations.requests(put(ArmTypes.SCALE_SET_VM, Change.add("pool", "p", CAUSE))))
                .containsExactly("services_vmss_ensure_hosts_in_pool");
        assertThat(CloudOperations.requests(put(ArmTypes.NETWORK_INTERFACE, Change.remove("pool", "p", CAUSE))))
                .containsExactly("services_vmas_ensure_backend_pool_deleted");
    }

    @Test
    void privateLinkServicesAreOperationsAndLoadBalancersAreNot() {
        assertThat(CloudOperations.requests(put(ArmTypes.PRIVATE_LINK_SERVICE, Change.add("resource", "x", CAUSE))))
                .containsExactly("services_ensure_privatelinkservice");
        assertThat(CloudOperations.requests(put(ArmTypes.LOAD_BALANCER, Change.add("rule", "x", CAUSE)))).isEmpty();
    }

    private static Operation put(String type, Change... changes) {
        ArmId id = type.equals(ArmTypes.SCALE_SET_VM)
                ? ArmId.parse("/subscriptions/s/resourceGroups/rg/providers/Microsoft.Compute/"
                        + "virtualMachineScaleSets/vmss/virtualMachines/0")
                : ArmId.of("s", "rg", type, "x");
        return Operation.put(id, JsonNodeFactory.instance.objectNode(), "", List.of(changes));
    }
}
