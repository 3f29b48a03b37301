package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.identity.AuxiliaryTokenProvider;
import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Types of the keys whose values are objects. */
public final class ObjectTypes {

    public static final ValueType<Optional<AuxiliaryTokenProvider>> AUXILIARY_TOKEN = auxiliaryToken();

    /** Any value, for keys without effect. */
    public static final ValueType<JsonNode> ANYTHING = SimpleType.of("anything", Optional::of, node -> node);

    public static final ValueType<List<MultipleLoadBalancer>> LOAD_BALANCERS = new ListType<>(
            SimpleType.object("an object with name and primaryVMSet", ObjectTypes::loadBalancer, ObjectTypes::json),
            "a list of objects with name and primaryVMSet");

    private ObjectTypes() {}

    private static ValueType<Optional<AuxiliaryTokenProvider>> auxiliaryToken() {
        ValueType<AuxiliaryTokenProvider> provider = SimpleType.object(
                "an object with subscriptionID, resourceGroup, vaultName and secretName",
                fields -> new AuxiliaryTokenProvider(fields.required("subscriptionID", ScalarTypes.ID),
                        fields.required("resourceGroup", ScalarTypes.GROUP),
                        fields.required("vaultName", ScalarTypes.ID), fields.required("secretName", ScalarTypes.ID)),
                p -> JsonNodeFactory.instance.objectNode()
                        .put("subscriptionID", p.subscriptionId())
                        .put("resourceGroup", p.resourceGroup())
                        .put("vaultName", p.vaultName())
                        .put("secretName", p.secretName()));
        return new SimpleType<>(provider.expected(), (place, node) -> node.isObject() && node.isEmpty()
                ? Optional.of(Optional.empty())
                : provider.read(place, node).map(Optional::of),
                value -> value.map(provider::write).orElse(MissingNode.getInstance()));
    }

    private static MultipleLoadBalancer loadBalancer(Fields fields) {
        MultipleLoadBalancer entry = new MultipleLoadBalancer(fields.required("name", ScalarTypes.RESOURCE_NAME),
                fields.get("allowServicePlacement", ScalarTypes.BOOL).orElse(true),
                fields.required("primaryVMSet", ScalarTypes.RESOURCE_NAME),
                fields.get("serviceLabelSelector", SelectorType.SELECTOR),
                fields.get("serviceNamespaceSelector", SelectorType.SELECTOR),
                fields.get("nodeSelector", SelectorType.SELECTOR));
        fields.get("activeServices", ANYTHING);
        fields.get("activeNodes", ANYTHING);
        return entry;
    }

    private static JsonNode json(MultipleLoadBalancer value) {
        ObjectNode object = JsonNodeFactory.instance.objectNode()
                .put("name", value.name())
                .put("allowServicePlacement", value.allowServicePlacement())
                .put("primaryVMSet", value.primaryVmSet());
        value.serviceLabelSelector()
                .ifPresent(s -> object.set("serviceLabelSelector", SelectorType.SELECTOR.write(s)));
        value.serviceNamespaceSelector()
                .ifPresent(s -> object.set("serviceNamespaceSelector", SelectorType.SELECTOR.write(s)));
        value.nodeSelector().ifPresent(s -> object.set("nodeSelector", SelectorType.SELECTOR.write(s)));
        return object;
    }

    /** A list whose elements all have the same type. */
    record ListType<T>(ValueType<T> element, String expected) implements ValueType<List<T>> {

        @Override
        public Optional<List<T>> read(Place place, JsonNode node) {
            if (!node.isArray()) {
                return place.bad(node, expected);
            }
            List<Optional<T>> read = new ArrayList<>();
            for (int i = 0; i < node.size(); i++) {
                read.add(element.read(place.index(i), node.get(i)));
            }
            return read.stream().allMatch(Optional::isPresent)
                    ? Optional.of(read.stream().map(Optional::orElseThrow).toList())
                    : Optional.empty();
        }

        @Override
        public JsonNode write(List<T> value) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            value.forEach(v -> array.add(element.write(v)));
            return array;
        }
    }
}
