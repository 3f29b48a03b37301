package io.azureccm.common.record.value;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.util.function.Function;

/** Types that are written as JSON in a form of their own. */
public final class JsonValues {
    private JsonValues() {}

    public static <T> SimpleModule add(SimpleModule module, Class<T> type, Function<T, JsonNode> write,
            Function<JsonNode, T> read) {
        return module.addSerializer(type, new JsonSerializer<T>() {
            @Override
            public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
                out.writeTree(write.apply(value));
            }
        }).addDeserializer(type, new JsonDeserializer<T>() {
            @Override
            public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
                return read.apply(in.readValueAsTree());
            }

            @Override
            public T getNullValue(DeserializationContext context) {
                return read.apply(NullNode.instance);
            }
        });
    }
}
