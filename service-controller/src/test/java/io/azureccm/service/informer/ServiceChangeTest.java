package io.azureccm.service.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which changes of a Service are relevant. */
class ServiceChangeTest {
    private static final String META = "name: web, namespace: shop, uid: u";
    private static final String SPEC = "type: LoadBalancer, ports: [{name: a, port: 80, nodePort: 30080, targetPort: 80, "
            + "protocol: TCP}]";

    @ParameterizedTest
    @ValueSource(strings = {
            "type: ClusterIP, ports: [{name: a, port: 80, nodePort: 30080, targetPort: 80, protocol: TCP}]",
            "type: LoadBalancer, ports: [{name: b, port: 80, nodePort: 30080, targetPort: 80, protocol: TCP}]",
            "type: LoadBalancer, ports: [{name: a, port: 81, nodePort: 30080, targetPort: 80, protocol: TCP}]",
            "type: LoadBalancer, ports: [{name: a, port: 80, nodePort: 30081, targetPort: 80, protocol: TCP}]",
            "type: LoadBalancer, ports: [{name: a, port: 80, nodePort: 30080, targetPort: 81, protocol: TCP}]",
            "type: LoadBalancer, ports: [{name: a, port: 80, nodePort: 30080, targetPort: 80, protocol: UDP}]",
            "type: LoadBalancer, ports: [{name: a, port: 80, nodePort: 30080, targetPort: 80, protocol: TCP, appProtocol: h}]",
            SPEC + ", loadBalancerSourceRanges: [10.0.0.0/8]", SPEC + ", sessionAffinity: ClientIP",
            SPEC + ", sessionAffinityConfig: {clientIP: {timeoutSeconds: 5}}", SPEC + ", loadBalancerIP: 10.0.0.1",
            SPEC + ", externalIPs: [10.0.0.1]", SPEC + ", externalTrafficPolicy: Local",
            SPEC + ", healthCheckNodePort: 31000", SPEC + ", ipFamilies: [IPv4, IPv6]"})
    void changedSpecMatters(String changed) {
        assertThat(ServiceChange.matters(service(META, SPEC), service(META, changed), false, LoadBalancerClass.NONE))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {SPEC + ", selector: {app: b}", SPEC + ", allocateLoadBalancerNodePorts: true",
            SPEC + ", internalTrafficPolicy: Local", SPEC + ", publishNotReadyAddresses: true",
            SPEC + ", clusterIPs: [10.1.1.1]", SPEC + ", loadBalancerSourceRanges: []"})
    void restOfTheSpecDoesNot(String changed) {
        assertThat(ServiceChange.matters(service(META, SPEC), service(META, changed), true, LoadBalancerClass.NONE))
                .isFalse();
    }

    @ParameterizedTest(name = "{0}: {1}, chosen by labels: {2}")
    @CsvSource(delimiter = '|', value = {"name: web, namespace: shop, uid: v|true|false",
            META + ", annotations: {team: blue}|true|false", META + ", labels: {team: blue}|false|false",
            META + ", labels: {team: blue}|true|true", META + ", finalizers: [service.kubernetes.io/x]|false|true",
            META + ", deletionTimestamp: '2026-01-01T00:00:00Z'|true|false",
            META + ", resourceVersion: '7'|false|true"})
    void metadataMattersInPart(String changed, boolean matters, boolean labels) {
        assertThat(ServiceChange.matters(service(META, SPEC), service(changed, SPEC), labels, LoadBalancerClass.NONE))
                .isEqualTo(matters);
    }

    @Test
    void serviceOfAnotherClassMattersOnlyWithOurFinalizerAtItsEnd() {
        String classed = SPEC + ", loadBalancerClass: other";
        String ours = META + ", finalizers: [service.kubernetes.io/load-balancer-cleanup]";
        String dying = ours + ", deletionTimestamp: '2026-01-01T00:00:00Z'";
        assertThat(
                ServiceChange.matters(service(META, classed), service(META + ", annotations: {a: b}", classed), true,
                        LoadBalancerClass.NONE))
                .isFalse();
        assertThat(ServiceChange.matters(service(ours, classed), service(ours, classed), true, LoadBalancerClass.NONE))
                .isFalse();
        assertThat(ServiceChange.matters(service(ours, classed), service(dying, classed), true, LoadBalancerClass.NONE))
                .isTrue();
    }

    private static Service service(String metadata, String spec) {
        return Serialization.unmarshal(
                "---\n{apiVersion: v1, kind: Service, metadata: {" + metadata + "}, spec: {" + spec + "}}",
                Service.class);
    }
}
