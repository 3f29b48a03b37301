package io.azureccm.e2e.suite.faults.lasting;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What belongs to one Service, whatever others have. */
class ServiceSliceTest {
    private static final String MANIFEST = """
            {"metadata": {"name": "svc-1"}, "spec": {"ports": [{"port": 8001, "nodePort": 30101}]}}""";
    private static final String OWN = state("""
            {"name": "a{uid-svc-1-nodash31}-TCP-8001", "properties": {"frontendPort": 8001, "idleTimeoutInMinutes": 4,
             "frontendIPConfiguration": {"id": "lb/fe/one"}, "probe": {"id": "lb/probes/one"},
             "backendAddressPool": {"id": "lb/pools/all"}}}""", """
            {"name": "k8s-azure-lb_allow_IPv4_1", "properties": {"access": "Allow", "sourceAddressPrefix": "Internet",
             "priority": 500, "destinationPortRanges": ["8001"], "destinationAddressPrefix": "<ip of ip-1>"}}""",
            "500");

    private static String state(String rules, String securityRules, String priority) {
        return """
                {"microsoft.network/loadbalancers/kubernetes": {"properties": {
                  "frontendIPConfigurations": [
                   {"id": "lb/fe/one", "name": "one", "properties": {"publicIPAddress": {"id": "/g/providers/microsoft.network/publicipaddresses/ip-1"},
                    "loadBalancingRules": [{"id": "any"}]}}],
                  "probes": [{"id": "lb/probes/one", "properties": {"port": 30101, "loadBalancingRules": []}}],
                  "backendAddressPools": [{"id": "lb/pools/all", "name": "kubernetes", "properties": {
                   "loadBalancerBackendAddresses": [{"name": "x", "properties": {"ipAddress": "10.0.0.4"}}]}}],
                  "loadBalancingRules": [%s]}},
                 "microsoft.network/publicipaddresses/ip-1": {"sku": {"name": "Standard"}, "tags": {"k8s-azure-service": "default/svc-1"},
                  "properties": {"publicIPAllocationMethod": "Static", "ipConfiguration": {"id": "lb/fe/one"}}},
                 "microsoft.network/networksecuritygroups/k8s-nsg": {"properties": {"securityRules": [%s]}},
                 "Services": {"svc-1": {"ingress": [{"ip": "<ip of ip-1>"}]}, "svc-2": {"ingress": []}}}"""
                .formatted(rules, securityRules.replace("500", priority));
    }

    private static ObjectNode slice(String state) {
        return new ServiceSlice(Foreign.json(state), false).of(Foreign.json(MANIFEST));
    }

    @Test
    void whatOtherServicesHaveAndPrioritiesDoNotMatter() {
        UnaryOperator<String> withAnother = state -> state
                .replace("\"loadBalancingRules\": [{\"name\"", "\"loadBalancingRules\": [{\"name\"")
                .replace("{\"name\": \"a{uid-svc-1",
                        "{\"name\": \"a{uid-svc-10-nodash31}-TCP-80\", \"properties\": {}}, "
                                + "{\"name\": \"a{uid-svc-1")
                .replace("{\"name\": \"k8s-azure-lb_allow_IPv4_1\"",
                        "{\"name\": \"k8s-azure-lb_allow_IPv4_0\", \"properties\": {\"access\": \"Allow\","
                                + " \"destinationPortRanges\": [\"8002\"]}}, {\"name\": \"k8s-azure-lb_allow_IPv4_1\"")
                .replace("\"default/svc-1\"", "\"default/svc-1,default/svc-2\"")
                .replace("\"lb/fe/one\", \"name\": \"one\"", "\"lb/fe/one\", \"name\": \"two\"")
                .replace(": 500", ": 501");
        assertThat(withAnother.apply(OWN)).isNotEqualTo(OWN);
        assertThat(slice(withAnother.apply(OWN))).isEqualTo(slice(OWN));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"'\"idleTimeoutInMinutes\": 4' | '\"idleTimeoutInMinutes\": 5'",
            "Internet | 10.0.0.0/8",
            "ip-1\"}, | ip-2\"},", "'\"port\": 30101' | '\"port\": 1'", "10.0.0.4 | 10.0.0.5", "Allow\" | Deny\"",
            "'[{\"ip\": \"<ip of ip-1>\"}]' | []", "uid-svc-1- | uid-svc-2-", "Static | Dynamic",
            "[\"8001\"] | [\"8009\"]"})
    void whateverTheServiceHasItselfMatters(String before, String after) {
        assertThat(OWN).contains(before);
        assertThat(slice(OWN.replace(before, after))).isNotEqualTo(slice(OWN));
    }
}
