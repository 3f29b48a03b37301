package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.rules.ServiceNetwork;

class ServiceRulesTest extends ClusterCase {
    private JsonNode spec(Rest.Answer answer) {
        assertThat(answer.code()).as(answer.body().toString()).isBetween(200, 201);
        return answer.body().get("spec");
    }

    @ParameterizedTest(name = "{0}: {1} = {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"ports: [{port: 80}] | /type | ClusterIP",
            "ports: [{port: 80}] | /ports/0/protocol | TCP",
            "ports: [{port: 80}] | /ports/0/targetPort | 80",
            "ports: [{port: 80, targetPort: http}] | /ports/0/targetPort | http",
            "ports: [{port: 80}] | /sessionAffinity | None", "ports: [{port: 80}] | /internalTrafficPolicy | Cluster",
            "ports: [{port: 80}] | /ipFamilyPolicy | SingleStack", "ports: [{port: 80}] | /ipFamilies | [\"IPv4\"]",
            "ports: [{port: 80}] | /externalTrafficPolicy | ''", "ports: [{port: 80}] | /ports/0/nodePort | ''",
            "ports: [{port: 80}], sessionAffinity: ClientIP | /sessionAffinityConfig/clientIP/timeoutSeconds | 10800",
            "type: LoadBalancer, ports: [{port: 80}] | /externalTrafficPolicy | Cluster",
            "type: LoadBalancer, ports: [{port: 80}] | /allocateLoadBalancerNodePorts | true",
            "type: LoadBalancer, ports: [{port: 80}], allocateLoadBalancerNodePorts: false | /ports/0/nodePort | ''",
            "type: LoadBalancer, ports: [{port: 80}] | /healthCheckNodePort | ''",
            "type: NodePort, ports: [{port: 80, nodePort: 30123}] | /ports/0/nodePort | 30123",
            "type: ExternalName, externalName: a.b | /clusterIP | ''",
            "clusterIP: None, selector: {a: b} | /clusterIPs | [\"None\"]",
            "clusterIP: None | /ipFamilies | [\"IPv4\",\"IPv6\"]",
            "ports: [{port: 80}], ipFamilyPolicy: PreferDualStack | /ipFamilies | [\"IPv4\",\"IPv6\"]",
            "ports: [{port: 80}], ipFamilies: [IPv6] | /ipFamilies | [\"IPv6\"]",
            "ports: [{port: 80}], ipFamilyPolicy: RequireDualStack, ipFamilies: [IPv6, IPv4] | /ipFamilies | [\"IPv6\",\"IPv4\"]"})
    void defaultsAreFilled(String given, String pointer, String expected) {
        JsonNode value = spec(createService("web", given)).at(pointer);
        assertThat(value.isContainerNode() ? value.toString() : value.asText()).isEqualTo(expected.replace("''", ""));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"type: LoadBalancer | spec.ports | FieldValueRequired",
            "type: Odd, ports: [{port: 1}] | spec.type | FieldValueNotSupported",
            "ports: [{port: 0}] | spec.ports[0].port | FieldValueInvalid",
            "ports: [{port: 70000}] | spec.ports[0].port | FieldValueInvalid",
            "ports: [{port: 1}, {port: 2}] | spec.ports[0].name | FieldValueRequired",
            "ports: [{port: 1, name: a}, {port: 2, name: a}] | spec.ports[1].name | FieldValueDuplicate",
            "ports: [{port: 1, name: a}, {port: 1, name: b}] | spec.ports[1] | FieldValueDuplicate",
            "ports: [{port: 1, protocol: ICMP}] | spec.ports[0].protocol | FieldValueNotSupported",
            "ports: [{port: 1, nodePort: 30001}] | spec.ports[0].nodePort | FieldValueForbidden",
            "type: NodePort, ports: [{port: 1, nodePort: 80}] | spec.ports[0].nodePort | FieldValueInvalid",
            "ports: [{port: 1}], sessionAffinity: Some | spec.sessionAffinity | FieldValueNotSupported",
            "ports: [{port: 1}], sessionAffinity: ClientIP, sessionAffinityConfig: {clientIP: {timeoutSeconds: 90000}} | spec.sessionAffinityConfig.clientIP.timeoutSeconds | FieldValueInvalid",
            "ports: [{port: 1}], externalTrafficPolicy: Local | spec.externalTrafficPolicy | FieldValueInvalid",
            "ports: [{port: 1}], loadBalancerClass: a/b | spec.loadBalancerClass | FieldValueForbidden",
            "ports: [{port: 1}], loadBalancerSourceRanges: [10.0.0.0/8] | spec.loadBalancerSourceRanges | FieldValueForbidden",
            "type: LoadBalancer, ports: [{port: 1}], loadBalancerSourceRanges: [10.0.0.0] | spec.loadBalancerSourceRanges[0] | FieldValueInvalid",
            "type: LoadBalancer, clusterIP: None, ports: [{port: 1}] | spec.clusterIPs[0] | FieldValueInvalid",
            "type: ExternalName | spec.externalName | FieldValueRequired",
            "ports: [{port: 1}], clusterIP: 1.2.3.4 | spec.clusterIPs | FieldValueInvalid",
            "ports: [{port: 1}], externalIPs: [x] | spec.externalIPs[0] | FieldValueInvalid",
            "ports: [{port: 1}], ipFamilyPolicy: SingleStack, ipFamilies: [IPv4, IPv6] | spec.ipFamilyPolicy | FieldValueInvalid",
            "type: LoadBalancer, ports: [{port: 1}], healthCheckNodePort: 30001 | spec.healthCheckNodePort | FieldValueInvalid"})
    void invalidServicesAreRefusedWithCauses(String given, String field, String reason) {
        Rest.Answer refused = createService("web", given);
        assertThat(refused.code() + refused.text("/reason")).as(refused.body().toString()).isEqualTo("422Invalid");
        assertThat(refused.text("/details/causes/0/field") + " " + refused.text("/details/causes/0/reason"))
                .isEqualTo(field + " " + reason);
        assertThat(refused.text("/message")).startsWith("Service \"web\" is invalid: ");
    }

    @Test
    void addressesAndPortsAreUniqueAndInRange() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            JsonNode spec = spec(createService("s" + i,
                    "type: LoadBalancer, externalTrafficPolicy: Local, ipFamilyPolicy: PreferDualStack, ports: [{port: 80, name: a}, {port: 81, name: b}]"));
            assertThat(seen.add(spec.at("/clusterIPs/0").asText())).isTrue();
            assertThat(seen.add(spec.at("/clusterIPs/1").asText())).isTrue();
            assertThat(spec.at("/clusterIPs/0").asText()).startsWith("10.0.").isEqualTo(spec.get("clusterIP").asText());
            assertThat(spec.at("/clusterIPs/1").asText()).startsWith("fd00:10:0:1::");
            for (String pointer : new String[]{"/ports/0/nodePort", "/ports/1/nodePort", "/healthCheckNodePort"}) {
                assertThat(spec.at(pointer).asInt()).isBetween(30000, 32767);
                assertThat(seen.add(spec.at(pointer).asText())).isTrue();
            }
        }
    }

    @Test
    void takenPortsAndAddressesAreRefused() {
        JsonNode first = spec(createService("one", "type: NodePort, ports: [{port: 80, nodePort: 30500}]"));
        Rest.Answer port = createService("two", "type: NodePort, ports: [{port: 80, nodePort: 30500}]");
        assertThat(port.text("/message"))
                .endsWith("spec.ports[0].nodePort: Invalid value: 30500: provided port is already allocated");
        Rest.Answer address = createService("two",
                "clusterIP: " + first.get("clusterIP").asText() + ", ports: [{port: 80}]");
        assertThat(address.text("/message")).contains("provided IP is already allocated");
        rest.delete(SERVICES + "/one");
        assertThat(createService("two", "type: NodePort, ports: [{port: 80, nodePort: 30500}]").code()).isEqualTo(201);
    }

    @Test
    void oneNodePortServesBothProtocolsOfANewPort() {
        JsonNode spec = spec(createService("dns",
                "type: NodePort, ports: [{port: 53, name: a}, {port: 53, name: b, protocol: UDP}]"));
        assertThat(spec.at("/ports/0/nodePort")).isEqualTo(spec.at("/ports/1/nodePort"));
    }

    @Test
    void allocatedValuesSurviveAPlainManifest() {
        JsonNode before = spec(
                createService("web", "type: LoadBalancer, externalTrafficPolicy: Local, ports: [{port: 80}]"));
        JsonNode after = spec(rest.put(SERVICES + "/web", Json.parse(
                "{metadata: {name: web}, spec: {type: LoadBalancer, externalTrafficPolicy: Local, ports: [{port: 80, targetPort: 8080}]}}")));
        for (String pointer : new String[]{"/clusterIP", "/clusterIPs", "/ports/0/nodePort", "/healthCheckNodePort",
                "/ipFamilies", "/ipFamilyPolicy"})
            assertThat(after.at(pointer)).as(pointer).isEqualTo(before.at(pointer));
    }

    @Test
    void noLongerALoadBalancerLosesPortsClassAndStatus() {
        createService("web",
                "type: LoadBalancer, loadBalancerClass: a.b/c, externalTrafficPolicy: Local, ports: [{port: 80}]");
        cluster.patchStatus("svc", "default", "web", Json.parse("{loadBalancer: {ingress: [{ip: 1.2.3.4}]}}"));
        Rest.Answer changed = rest.patch(SERVICES + "/web", Rest.MERGE, "{spec: {type: ClusterIP}}");
        JsonNode spec = spec(changed);
        for (String gone : new String[]{"loadBalancerClass", "healthCheckNodePort", "externalTrafficPolicy",
                "allocateLoadBalancerNodePorts"})
            assertThat(spec.has(gone)).as(gone).isFalse();
        assertThat(spec.at("/ports/0").has("nodePort")).isFalse();
        assertThat(changed.body().at("/status/loadBalancer")).isEqualTo(Json.object());
        assertThat(spec.get("clusterIP").asText()).startsWith("10.0.");
        Rest.Answer status = rest.patch(SERVICES + "/web/status", Rest.MERGE,
                "{status: {loadBalancer: {ingress: [{ip: 1.2.3.4}]}}}");
        assertThat(status.text("/details/causes/0/reason")).isEqualTo("FieldValueForbidden");
    }

    @Test
    void becomesDualStackAndSingleStackAgain() {
        JsonNode single = spec(createService("web", "ports: [{port: 80}]"));
        JsonNode dual = spec(rest.patch(SERVICES + "/web", Rest.MERGE, "{spec: {ipFamilyPolicy: PreferDualStack}}"));
        assertThat(dual.get("clusterIPs")).hasSize(2).first().isEqualTo(single.get("clusterIP"));
        JsonNode again = spec(rest.patch(SERVICES + "/web", Rest.MERGE, "{spec: {ipFamilyPolicy: SingleStack}}"));
        assertThat(again.get("clusterIPs")).isEqualTo(single.get("clusterIPs"));
        assertThat(again.get("ipFamilies")).isEqualTo(single.get("ipFamilies"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{spec: {loadBalancerClass: x.y/z}} | spec.loadBalancerClass",
            "{spec: {loadBalancerClass: null}} | spec.loadBalancerClass",
            "{spec: {clusterIP: 10.0.9.9, clusterIPs: [10.0.9.9]}} | spec.clusterIPs[0]",
            "{spec: {ipFamilies: [IPv6]}} | spec.ipFamilies[0]",
            "{metadata: {annotations: {service.beta.kubernetes.io/load-balancer-source-ranges: rubbish}}} | metadata.annotations[service.beta.kubernetes.io/load-balancer-source-ranges]"})
    void someThingsDoNotChange(String patch, String field) {
        createService("web", "type: LoadBalancer, loadBalancerClass: a.b/c, ports: [{port: 80}]");
        Rest.Answer refused = rest.patch(SERVICES + "/web", Rest.MERGE, patch);
        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.text("/details/causes/0/field")).isEqualTo(field);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{ip: 300.1.1.1} | status.loadBalancer.ingress[0].ip",
            "{ip: 1.2.3.4, ipMode: Odd} | status.loadBalancer.ingress[0].ipMode",
            "{hostname: a.b, ipMode: VIP} | status.loadBalancer.ingress[0].ipMode",
            "{hostname: 1.2.3.4} | status.loadBalancer.ingress[0].hostname"})
    void wrongStatusIsRefused(String ingress, String field) {
        createService("web", "type: LoadBalancer, ports: [{port: 80}]");
        Rest.Answer refused = rest.patch(SERVICES + "/web/status", Rest.MERGE,
                "{status: {loadBalancer: {ingress: [" + ingress + "]}}}");
        assertThat(refused.text("/details/causes/0/field")).isEqualTo(field);
    }

    @Test
    void singleStackClusterHasNoSecondFamily() throws Exception {
        try (ClusterSimulator single = ClusterSimulator
                .start(ClusterOptions.defaults().withNetwork(ServiceNetwork.ipv4Only()));
                Rest client = new Rest(single)) {
            String body = "{metadata: {name: %s}, spec: {ports: [{port: 1}], ipFamilyPolicy: %s}}";
            assertThat(client.post(SERVICES, body.formatted("a", "PreferDualStack")).body().at("/spec/clusterIPs"))
                    .hasSize(1);
            assertThat(client.post(SERVICES, body.formatted("b", "RequireDualStack")).code()).isEqualTo(422);
        }
    }
}
