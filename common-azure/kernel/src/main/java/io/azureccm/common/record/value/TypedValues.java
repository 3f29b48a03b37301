package io.azureccm.common.record.value;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleAbstractTypeResolver;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Records and sealed interfaces as JSON and back, without annotations on them: a record is an object of its components, a member of a
 * sealed interface has its name in {@code "is"}, times and ids are text. A reader ignores what it does not know; a text or a collection
 * that is missing is empty.
 */
public final class TypedValues {
    private final ObjectMapper mapper;

    /** {@code more} adds types of an app that are neither records nor JSON. */
    public TypedValues(UnaryOperator<SimpleModule> more) {
        SimpleModule module = new SimpleModule("record");
        TextValues.addTo(module);
        module.addSerializer(JsonNode.class, new JsonSerializer<JsonNode>() {
            @Override
            public void serialize(JsonNode tree, JsonGenerator out, SerializerProvider provider) throws IOException {
                out.writeTree(tree);
            }
        });
        module.setAbstractTypes(new SimpleAbstractTypeResolver().addMapping(Set.class, LinkedHashSet.class)
                .addMapping(Map.class, LinkedHashMap.class));
        this.mapper = JsonMapper.builder()
                .addModule(new Jdk8Module())
                .addModule(more.apply(module))
                .annotationIntrospector(new SealedTypes())
                .visibility(PropertyAccessor.ALL, Visibility.NONE)
                .visibility(PropertyAccessor.FIELD, Visibility.ANY)
                .visibility(PropertyAccessor.CREATOR, Visibility.ANY)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
        List.of(String.class, List.class, Set.class, Map.class)
                .forEach(type -> mapper.configOverride(type)
                        .setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)));
        RecordKeys.addTo(mapper);
    }

    /** The value as declared by {@code type}, with the same JSON trees, which must not be modified. */
    public <T> JsonNode write(Class<? super T> type, T value) {
        // Without a codec, a buffer holds trees as they are.
        try (TokenBuffer buffer = new TokenBuffer((ObjectCodec) null, false)) {
            mapper.writerFor(type).writeValue(buffer, value);
            return mapper.readTree(buffer.asParser());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The value that {@link #write} wrote; throws if it cannot be read. */
    public <T> T read(Class<T> type, JsonNode json) {
        try {
            return mapper.readerFor(type).readValue(json);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
