package io.azureccm.common.record.value;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.net.Cidr;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/** Types whose values are text, also as keys of maps. */
public final class TextValues {
    private TextValues() {}

    static void addTo(SimpleModule module) {
        add(module, Instant.class, Instant::parse);
        add(module, Duration.class, Duration::parse);
        add(module, ArmId.class, ArmId::parse);
        add(module, Cidr.class, text -> Cidr.parse(text).orElseThrow());
    }

    /** Adds a type that is written by its {@code toString}. */
    public static <T> SimpleModule add(SimpleModule module, Class<T> type, Function<String, T> parse) {
        return module.addSerializer(type, new JsonSerializer<T>() {
            @Override
            public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
                out.writeString(value.toString());
            }
        }).addKeySerializer(type, new JsonSerializer<T>() {
            @Override
            public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
                out.writeFieldName(value.toString());
            }
        }).addDeserializer(type, new JsonDeserializer<T>() {
            @Override
            public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
                return parse.apply(in.getText());
            }
        }).addKeyDeserializer(type, new KeyDeserializer() {
            @Override
            public Object deserializeKey(String text, DeserializationContext context) {
                return parse.apply(text);
            }
        });
    }
}
