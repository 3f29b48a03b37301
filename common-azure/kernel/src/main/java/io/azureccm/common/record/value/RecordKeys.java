package io.azureccm.common.record.value;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.KeyDeserializers;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.Serializers;
import java.io.IOException;

/** A record as the key of a map is its JSON as text. */
final class RecordKeys {
    private RecordKeys() {}

    static void addTo(ObjectMapper mapper) {
        JsonSerializer<Object> writer = new JsonSerializer<>() {
            @Override
            public void serialize(Object key, JsonGenerator out, SerializerProvider provider) throws IOException {
                out.writeFieldName(mapper.writeValueAsString(key));
            }
        };
        Serializers writers = new Serializers.Base() {
            @Override
            public JsonSerializer<?> findSerializer(SerializationConfig config, JavaType type, BeanDescription bean) {
                return type.getRawClass().isRecord() ? writer : null;
            }
        };
        KeyDeserializers readers = (type, config, bean) -> type.getRawClass().isRecord() ? reader(mapper, type) : null;
        mapper.registerModule(new SimpleModule("record keys") {
            private static final long serialVersionUID = 1L;

            @Override
            public void setupModule(SetupContext context) {
                context.addKeySerializers(writers);
                context.addKeyDeserializers(readers);
            }
        });
    }

    private static KeyDeserializer reader(ObjectMapper mapper, JavaType type) {
        return new KeyDeserializer() {
            @Override
            public Object deserializeKey(String text, DeserializationContext context) throws JsonProcessingException {
                return mapper.readValue(text, type);
            }
        };
    }
}
