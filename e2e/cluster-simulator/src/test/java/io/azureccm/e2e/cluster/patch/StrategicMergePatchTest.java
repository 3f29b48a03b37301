package io.azureccm.e2e.cluster.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.ResourceCatalog;
import io.azureccm.e2e.cluster.schema.TypeCatalog;

class StrategicMergePatchTest {
    private static final TypeCatalog TYPES = TypeCatalog.load();
    private static final ResourceCatalog RESOURCES = new ResourceCatalog();

    private static JsonNode patch(String resource, String target, String patch) {
        return StrategicMergePatch.apply(TYPES.of(RESOURCES.named(resource).orElseThrow()),
                Json.parse(target), Json.parse(patch));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "null removes a field                 | nodes    | {spec: {a: 1, b: 2}}                          | {spec: {a: null}}                              | {spec: {b: 2}}",
            "maps merge                           | nodes    | {metadata: {labels: {a: x, b: y}}}            | {metadata: {labels: {b: z}}}                   | {metadata: {labels: {a: x, b: z}}}",
            "plain lists are replaced             | services | {spec: {externalIPs: [a, b]}}                 | {spec: {externalIPs: [c]}}                     | {spec: {externalIPs: [c]}}",
            "ports join by port                   | services | {spec: {ports: [{port: 1, name: a}]}}         | {spec: {ports: [{port: 2}]}}                   | {spec: {ports: [{port: 1, name: a}, {port: 2}]}}",
            "a known port changes in place        | services | {spec: {ports: [{port: 1, name: a, nodePort: 9}]}} | {spec: {ports: [{port: 1, name: b}]}}     | {spec: {ports: [{port: 1, name: b, nodePort: 9}]}}",
            "a port is deleted                    | services | {spec: {ports: [{port: 1}, {port: 2}]}}       | {spec: {ports: [{port: 1, $patch: delete}]}}   | {spec: {ports: [{port: 2}]}}",
            "ports take the given order           | services | {spec: {ports: [{port: 1}, {port: 2}]}}       | {spec: {$setElementOrder/ports: [{port: 2}, {port: 1}], ports: [{port: 1, name: x}]}} | {spec: {ports: [{port: 2}, {port: 1, name: x}]}}",
            "conditions join by type              | nodes    | {status: {conditions: [{type: Ready, status: A}, {type: X, status: B}]}} | {status: {conditions: [{type: Ready, status: C}]}} | {status: {conditions: [{type: Ready, status: C}, {type: X, status: B}]}}",
            "addresses join by type               | nodes    | {status: {addresses: [{type: InternalIP, address: a}]}} | {status: {addresses: [{type: Hostname, address: h}]}} | {status: {addresses: [{type: InternalIP, address: a}, {type: Hostname, address: h}]}}",
            "a list that is not there yet is taken as it is | nodes | {status: {}} | {status: {addresses: [{type: A, address: a}, {type: A, address: b}]}} | {status: {addresses: [{type: A, address: a}, {type: A, address: b}]}}",
            "what a list that is not there should lose is left out | nodes | {status: {}} | {status: {addresses: [{type: A, address: a}, {type: B, $patch: delete}]}} | {status: {addresses: [{type: A, address: a}]}}",
            "a list with a replace mark replaces  | nodes    | {status: {addresses: [{type: A, address: a}, {type: B, address: b}]}} | {status: {addresses: [{type: C, address: c}, {$patch: replace}]}} | {status: {addresses: [{type: C, address: c}]}}",
            "taints are replaced as a whole       | nodes    | {spec: {taints: [{key: a, effect: X}, {key: b, effect: Y}]}} | {spec: {taints: [{key: a, effect: Z}]}} | {spec: {taints: [{key: a, effect: Z}]}}",
            "finalizers are a set                 | services | {metadata: {finalizers: [a]}}                 | {metadata: {finalizers: [b, a]}}               | {metadata: {finalizers: [a, b]}}",
            "a finalizer is taken out             | services | {metadata: {finalizers: [a, b]}}              | {metadata: {$deleteFromPrimitiveList/finalizers: [a]}} | {metadata: {finalizers: [b]}}",
            "finalizers can be removed at all     | services | {metadata: {finalizers: [a], name: x}}        | {metadata: {finalizers: null}}                 | {metadata: {name: x}}",
            "owner references join by uid         | services | {metadata: {ownerReferences: [{uid: 1, name: a}]}} | {metadata: {ownerReferences: [{uid: 1, name: b}]}} | {metadata: {ownerReferences: [{uid: 1, name: b}]}}",
            "ingress is replaced                  | services | {status: {loadBalancer: {ingress: [{ip: a}]}}} | {status: {loadBalancer: {ingress: [{ip: b}]}}} | {status: {loadBalancer: {ingress: [{ip: b}]}}}",
            "an object is replaced on demand      | services | {spec: {selector: {a: x}}}                    | {spec: {selector: {$patch: replace, b: y}}}    | {spec: {selector: {b: y}}}",
            "an object is emptied on demand       | services | {status: {loadBalancer: {ingress: []}}}       | {status: {loadBalancer: {$patch: delete}}}     | {status: {loadBalancer: {}}}",
            "only retained keys stay              | deployments | {spec: {strategy: {type: A, rollingUpdate: {x: 1}}}} | {spec: {strategy: {$retainKeys: [type], type: B}}} | {spec: {strategy: {type: B}}}",
            "containers and env join by name      | deployments | {spec: {template: {spec: {containers: [{name: a, env: [{name: X, value: '1'}]}]}}}} | {spec: {template: {spec: {containers: [{name: a, env: [{name: Y, value: '2'}]}]}}}} | {spec: {template: {spec: {containers: [{name: a, env: [{name: X, value: '1'}, {name: Y, value: '2'}]}]}}}}"})
    void mergesAsTheTypeSays(String behaviour, String resource, String target, String patch, String result) {
        assertThat(patch(resource, target, patch)).as(behaviour).isEqualTo(Json.parse(result));
    }

    @Test
    void elementWithoutItsKeyIsRefused() {
        assertThatThrownBy(() -> patch("services", "{spec: {ports: [{port: 1}]}}", "{spec: {ports: [{name: a}]}}"))
                .isInstanceOf(ApiError.class)
                .hasMessageContaining("does not contain declared merge key: port");
    }

    @Test
    void unknownDirectiveIsRefused() {
        assertThatThrownBy(() -> patch("services", "{}", "{spec: {$patch: forget}}")).isInstanceOf(ApiError.class);
    }

    @Test
    void targetStaysAsItIs() {
        JsonNode target = Json.parse("{spec: {ports: [{port: 1}]}}");
        StrategicMergePatch.apply(TYPES.of(RESOURCES.named("svc").orElseThrow()), target,
                Json.parse("{spec: {ports: [{port: 1, name: x}]}}"));
        assertThat(target).isEqualTo(Json.parse("{spec: {ports: [{port: 1}]}}"));
    }
}
