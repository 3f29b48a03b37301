package io.azureccm.e2e.suite.docs;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads YAML documents as a strict API server would: a field that the kind does not have is an error. */
final class KubernetesObjects {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final ObjectMapper STRICT = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .setAnnotationIntrospector(new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1L;

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            });

    private KubernetesObjects() {}

    /** All documents; those of kinds that Kubernetes' own API has are checked, others and fragments only have to be YAML. */
    static List<JsonNode> read(String text) {
        List<JsonNode> documents = new ArrayList<>();
        try (var values = YAML.readerFor(JsonNode.class).<JsonNode>readValues(text)) {
            while (values.hasNext()) {
                JsonNode document = values.next();
                check(document);
                documents.add(document);
            }
        } catch (IOException | RuntimeException e) {
            throw new AssertionError(e.getMessage() + "\nin\n" + text, e);
        }
        return documents;
    }

    static JsonNode tree(Path file) {
        try {
            return YAML.readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    private static void check(JsonNode document) throws IOException {
        if (!document.has("apiVersion") || !document.has("kind"))
            return;
        Object typed = new KubernetesSerialization().unmarshal(document.toString());
        if (typed instanceof HasMetadata && !(typed instanceof GenericKubernetesResource))
            STRICT.treeToValue(document, typed.getClass());
    }
}
