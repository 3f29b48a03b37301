package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.identity.AuxiliaryTokenProvider;
import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.config.value.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Types of the keys that hold objects. */
public final class ObjectTypes {

    public static final ValueType<Optional<AuxiliaryTokenProvider>> AUXILIARY_TOKEN = new AuxiliaryToken();

    public static final ValueType<List<MultipleLoadBalancer>> LOAD_BALANCERS = new ListType<>(new LoadBalancer(),
            "a list of objects with name and primaryVMSet");

    /** Anything at all, for keys without effect. */
    public static final ValueType<JsonNode> ANYTHING = new Anything();

    private ObjectTypes() {}

    private record AuxiliaryToken() implements ValueType<Optional<AuxiliaryTokenProvider>> {

        private static final List<String> FIELDS = List.of("subscriptionID", "resourceGroup", "vaultName",
                "secretName");

        @Override
        public String expected() {
            return "an object with subscriptionID, resourceGroup, vaultName and secretName";
        }

        @Override
        public Optional<Optional<AuxiliaryTokenProvider>> read(Place place, JsonNode node) {
            if (!(node instanceof ObjectNode object)) {
                return place.bad(node, expected());
            }
            if (object.isEmpty()) {
                return Optional.of(Optional.empty());
            }
            Fields fields = new Fields(place, object);
            AuxiliaryTokenProvider provider = new AuxiliaryTokenProvider(
                    fields.required("subscriptionID", ScalarTypes.ID),
                    fields.required("resourceGroup", ScalarTypes.GROUP), fields.required("vaultName", ScalarTypes.ID),
                    fields.required("secretName", ScalarTypes.ID));
            return fields.finish(FIELDS) ? Optional.of(Optional.of(provider)) : Optional.empty();
        }

        @Override
        public JsonNode write(Optional<AuxiliaryTokenProvider> value) {
            return value.<JsonNode>map(p -> JsonNodeFactory.instance.objectNode()
                    .put("subscriptionID", p.subscriptionId())
                    .put("resourceGroup", p.resourceGroup())
                    .put("vaultName", p.vaultName())
                    .put("secretName", p.secretName())).orElse(MissingNode.getInstance());
        }
    }

    private record LoadBalancer() implements ValueType<MultipleLoadBalancer> {

        private static final List<String> FIELDS = List.of("name", "allowServicePlacement", "primaryVMSet",
                "serviceLabelSelector", "serviceNamespaceSelector", "nodeSelector", "activeServices", "activeNodes");

        @Override
        public String expected() {
            return "an object with name and primaryVMSet";
        }

        @Override
        public Optional<MultipleLoadBalancer> read(Place place, JsonNode node) {
            if (!(node instanceof ObjectNode object)) {
                return place.bad(node, expected());
            }
            Fields fields = new Fields(place, object);
            MultipleLoadBalancer entry = new MultipleLoadBalancer(
                    fields.required("name", ScalarTypes.RESOURCE_NAME),
                    fields.get("allowServicePlacement", ScalarTypes.BOOL).orElse(true),
                    fields.required("primaryVMSet", ScalarTypes.RESOURCE_NAME),
                    selector(fields, "serviceLabelSelector"),
                    selector(fields, "serviceNamespaceSelector"), selector(fields, "nodeSelector"));
            fields.get("activeServices", ANYTHING);
            fields.get("activeNodes", ANYTHING);
            return fields.finish(FIELDS) ? Optional.of(entry) : Optional.empty();
        }

        private static Optional<LabelSelector> selector(Fields fields, String name) {
            return fields.get(name, SelectorType.SELECTOR);
        }

        @Override
        public JsonNode write(MultipleLoadBalancer value) {
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
    }

    /** A list whose elements are all of one type. */
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

    private record Anything() implements ValueType<JsonNode> {

        @Override
        public String expected() {
            return "anything";
        }

        @Override
        public Optional<JsonNode> read(Place place, JsonNode node) {
            return Optional.of(node);
        }

        @Override
        public JsonNode write(JsonNode value) {
            return value;
        }
    }
}
